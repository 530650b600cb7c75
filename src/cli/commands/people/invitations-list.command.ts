import { allPages } from '../../../client/pages.js';
import type { CommandSession } from '../../session.js';
import { tableTime } from '../../terminal/when.js';

/** The open invitations of the account, newest first. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal } = session;
  const gateway = session.gateway();
  const invitations = await allPages(
    (query) => gateway.get('/api/cli/invitations', { query }),
    (page) => page.invitations,
  );
  terminal.result({ invitations }, () => {
    terminal.table(
      [
        { heading: 'FOR', text: ({ email }) => email },
        { heading: 'ROLE', text: ({ role, newAccount }) => newAccount?.name ?? role },
        { heading: 'UNTIL', text: ({ expiresAt }) => tableTime(terminal, expiresAt) },
        { heading: 'ID', text: ({ id }) => id },
      ],
      invitations,
      'Nobody is invited.',
    );
  });
}
