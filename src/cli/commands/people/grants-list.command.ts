import { allPages } from '../../../client/pages.js';
import type { CommandSession } from '../../session.js';
import { tableTime } from '../../terminal/when.js';

/** The programs that the caller let in by OAuth; operators name an account. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation } = session;
  const gateway = session.gateway();
  const account = invocation.text('account');
  const of = account === undefined ? {} : { account };
  const grants = await allPages(
    (query) => gateway.get('/api/grants', { query: { ...query, ...of } }),
    (page) => page.grants,
  );
  terminal.result({ grants }, () => {
    terminal.table(
      [
        { heading: 'ID', text: ({ id }) => id },
        { heading: 'PROGRAM', text: ({ client }) => client.name },
        { heading: 'FROM', text: ({ client }) => client.host ?? '' },
        { heading: 'USED', text: ({ lastUsedAt }) => tableTime(terminal, lastUsedAt, 'never') },
        { heading: 'ENDS', text: ({ expiresAt }) => tableTime(terminal, expiresAt, 'never') },
        { heading: 'SCOPES', text: ({ scopes }) => scopes.join(' ') },
        { heading: 'REACHES', text: ({ resource }) => resource ?? 'all' },
      ],
      grants,
      'You let no program in.',
    );
  });
}
