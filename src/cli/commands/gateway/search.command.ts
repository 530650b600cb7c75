import type { CommandSession } from '../../session.js';

/** Where something is, by words of its name. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation } = session;
  const q = invocation.arg(0);
  const { hits } = await session.gateway().get('/api/search', { query: { q } });
  if (terminal.json) {
    terminal.result({ hits }, () => undefined);
    return;
  }
  terminal.table(
    [
      { heading: 'KIND', text: ({ kind }) => kind },
      { heading: 'NAME', text: ({ name }) => name },
      { heading: 'TITLE', text: ({ title = '' }) => title },
      { heading: 'WHERE', text: ({ detail = '' }) => detail },
    ],
    hits,
    'Nothing has these words.',
  );
}
