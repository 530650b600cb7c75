import type { CommandSession } from '../../session.js';

/** What the gateway is told by its environment, as far as its names hold the given text. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation } = session;
  const wanted = invocation.args[0]?.toUpperCase() ?? '';
  const all = (await session.gateway().get('/api/settings', {})).settings;
  const settings = all.filter(({ name }) => name.includes(wanted));
  if (terminal.json) {
    terminal.result({ settings }, () => undefined);
    return;
  }
  terminal.table(
    [
      { heading: 'VARIABLE', text: ({ name }) => name },
      {
        heading: 'VALUE',
        text: ({ secret, set, value = '' }) => (secret ? (set ? '(set)' : '(not set)') : value),
      },
      { heading: 'FROM', text: ({ source }) => source },
    ],
    settings,
    'No variable has that in its name.',
  );
}
