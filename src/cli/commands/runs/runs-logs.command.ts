import type { CommandSession } from '../../session.js';
import { oneLine, printableText } from '../../terminal/printable.js';
import { meantApp } from '../../tools/meant-app.js';
import type { ConfigObject } from '../../project/json-value.js';
import type { ShownRunEvent } from '../../workflows/workflow-run.js';

/** Everything that happened in a run, and what happens until its end, a line each. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation } = session;
  const events: ShownRunEvent[] = [];
  const stream = session.gateway().stream('get', '/api/sdk/workflows/runs/{run}/events', {
    path: { run: invocation.arg(0) },
    query: meantApp(session),
  });
  for await (const { event, data } of stream) {
    const one = { event, data: JSON.parse(data) as ConfigObject };
    events.push(one);
    if (!terminal.json) terminal.line(lineOf(one));
  }
  terminal.result({ events }, () => undefined);
}

function lineOf({ event, data: { runId: _, step, ...rest } }: ShownRunEvent): string {
  const more = Object.keys(rest).length === 0 ? '' : printableText(rest);
  return oneLine(`${event} ${printableText(step)} ${more}`);
}
