import type { CommandSession } from '../../session.js';
import { during } from '../../terminal/progress.js';
import { appQuery, placeOf } from '../../tools/tool-place.js';

/** Writes what a resource holds to standard output: text as text, everything else byte by byte. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation } = session;
  const gateway = session.gateway();
  const place = placeOf(session);
  const body = { uri: invocation.arg(0) };
  const result = await during(terminal, `Reading ${body.uri}`, () =>
    place.kind === 'server'
      ? gateway.post('/api/servers/{server}/mcp/resources/read', { path: { server: place.server }, body })
      : gateway.post('/api/sdk/resources/read', { query: appQuery(place), body }),
  );
  terminal.result(result, () => {
    for (const { text, blob } of result.contents) {
      if (text !== undefined) terminal.foreign(text);
      else if (blob !== undefined) terminal.raw(Buffer.from(blob, 'base64'));
    }
  });
}
