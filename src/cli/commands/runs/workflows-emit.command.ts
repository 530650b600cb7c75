import { usageFailure } from '../../failure.js';
import type { CommandSession } from '../../session.js';
import { readJson } from '../../terminal/read-json.js';
import { meantApp } from '../../tools/meant-app.js';

/** Sends an event to the runs of the app. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation } = session;
  const [type = '', given] = invocation.args;
  const pairs = invocation.list('correlate').map(readPair);
  const source = invocation.text('source');
  const sent = await session.gateway().post('/api/sdk/workflows/events', {
    query: meantApp(session),
    body: {
      type,
      ...(given === undefined ? {} : { data: await readJson(session.io, given, 'data') }),
      ...(pairs.length === 0 ? {} : { correlation: Object.fromEntries(pairs) }),
      ...(source === undefined ? {} : { source }),
    },
    idempotent: true,
  });
  terminal.result(sent, () => {
    terminal.done(`Sent ${type} as ${sent.id}.`);
    for (const run of sent.reached) terminal.line(`${run} waited for it`);
    for (const { runId, workflow } of sent.began) terminal.line(`${runId} of ${workflow} began`);
  });
}

/** Correlations are text: numbers are the same as texts that are written like them. */
function readPair(pair: string): readonly [string, string] {
  const at = pair.indexOf('=');
  if (at < 1)
    throw usageFailure(`A correlation is name=value: ${pair}`, 'For example: --correlate order=A-7');
  return [pair.slice(0, at), pair.slice(at + 1)];
}
