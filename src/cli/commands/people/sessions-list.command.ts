import type { CommandSession } from '../../session.js';
import { tableTime } from '../../terminal/when.js';

/** The browsers that the caller is signed in with, newest first. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal } = session;
  const { sessions } = await session.gateway().get('/api/me/sessions', {});
  terminal.result({ sessions }, () => {
    terminal.table(
      [
        { heading: 'ID', text: ({ id }) => id },
        { heading: 'SINCE', text: ({ createdAt }) => tableTime(terminal, createdAt) },
        { heading: 'FROM', text: ({ address }) => address ?? '' },
        { heading: 'WITH', text: ({ provider }) => provider ?? 'a password' },
        { heading: 'BROWSER', text: ({ userAgent }) => userAgent ?? '' },
      ],
      sessions,
      'You are signed in with no browser.',
    );
  });
}
