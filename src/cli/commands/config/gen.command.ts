import { writeAtomically } from '../../atomic-file.js';
import { givenPath } from '../../command-io.js';
import { generatedFile } from '../../gen/generated-file.js';
import type { CommandSession } from '../../session.js';
import { listTools, placeOf } from '../../tools/tool-place.js';
import { warnAboutServers } from '../../tools/server-reports.js';

/** Writes the typed functions to a file, or to standard output. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation } = session;
  const place = placeOf(session);
  const { tools, servers = [] } = await listTools(session.gateway(), place);
  const from = place.kind === 'server' ? place.server : (place.app ?? 'the app of the key');
  const text = generatedFile(from, tools);
  warnAboutServers(terminal, servers);
  const [path] = invocation.args;
  if (path !== undefined) writeAtomically(givenPath(session.io, path), text);
  terminal.result(
    { tools: tools.map(({ name }) => name), ...(path === undefined ? { text } : { file: path }) },
    () => {
      if (path === undefined) terminal.raw(text);
      else terminal.done(`Wrote ${path}: ${String(tools.length)} functions.`);
    },
  );
}
