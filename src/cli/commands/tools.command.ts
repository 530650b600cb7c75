import type { Session } from '../session.js';
import { listTools, placeOf } from '../tools/tool-place.js';
import { warnAboutServers } from '../tools/server-reports.js';

/** Tools of the app or of one server, with --search the best first. */
export async function run(session: Session): Promise<void> {
  const { terminal, invocation } = session;
  const search = invocation.text('search');
  const listing = await listTools(session.gateway(), placeOf(session), search);
  terminal.result(listing, () => {
    terminal.table(
      [
        { heading: 'TOOL', text: ({ name }) => name },
        { heading: 'WHAT IT DOES', text: ({ title, description }) => description ?? title ?? '' },
      ],
      listing.tools,
      search === undefined ? 'There are no tools.' : 'No tool fits these words.',
    );
  });
  warnAboutServers(terminal, listing.servers ?? []);
}
