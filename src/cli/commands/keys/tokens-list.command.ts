import { allPages } from '../../../client/pages.js';
import type { CommandSession } from '../../session.js';
import { tableTime } from '../../terminal/when.js';

/** The live tokens of the caller, newest first. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal } = session;
  const gateway = session.gateway();
  const tokens = await allPages(
    (query) => gateway.get('/api/cli/auth/tokens', { query }),
    (page) => page.tokens,
  );
  terminal.result({ tokens }, () => {
    terminal.table(
      [
        { heading: 'ID', text: ({ id }) => id },
        { heading: 'NAME', text: ({ name, current }) => (current ? `${name} (this one)` : name) },
        { heading: 'TOKEN', text: ({ hint }) => hint },
        { heading: 'EXPIRES', text: ({ expiresAt }) => tableTime(terminal, expiresAt, 'never') },
        { heading: 'USED', text: ({ lastUsedAt }) => tableTime(terminal, lastUsedAt, 'never') },
        { heading: 'SCOPES', text: ({ scopes }) => scopes.join(' ') },
      ],
      tokens,
      'There are no tokens.',
    );
  });
}
