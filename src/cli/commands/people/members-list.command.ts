import { listMembers } from '../../people/member.js';
import type { CommandSession } from '../../session.js';
import { tableTime } from '../../terminal/when.js';

/** The people of the account. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal } = session;
  const members = await listMembers(session.gateway());
  terminal.result({ members }, () => {
    terminal.table(
      [
        {
          heading: 'E-MAIL',
          text: ({ email, emailVerified }) => (emailVerified ? email : `${email}, not verified`),
        },
        { heading: 'NAME', text: ({ name }) => name },
        { heading: 'ROLE', text: ({ role }) => role },
        { heading: 'JOINED', text: ({ joinedAt }) => tableTime(terminal, joinedAt) },
        { heading: 'ID', text: ({ id }) => id },
      ],
      members,
      'There is nobody.',
    );
  });
}
