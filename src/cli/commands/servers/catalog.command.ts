import type { CommandSession } from '../../session.js';

/** What is shown at once: whoever wants less gives words. */
const limit = 200;

/** Servers that can be added. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation } = session;
  const [search = ''] = invocation.args;
  const page = await session.gateway().get('/api/catalog', { query: { search, limit } });
  for (const { source, detail } of page.troubles ?? []) terminal.warn(`Without ${source}, which ${detail}.`);
  if (terminal.json) {
    terminal.result(page, () => undefined);
    return;
  }
  terminal.table(
    [
      { heading: 'NAME', text: ({ name }) => name },
      { heading: 'VERSION', text: ({ version }) => version },
      { heading: 'SOURCE', text: ({ source }) => source },
      { heading: 'WHAT IT IS', text: ({ description }) => description },
    ],
    page.servers,
    'The catalogue has no such server.',
  );
  if (page.nextCursor !== undefined) terminal.say('There are more: say words that are in the name.');
}
