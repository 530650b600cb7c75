import type { CommandSession } from '../../session.js';

/** The servers that the operator publishes, from the file and at run time. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal } = session;
  const { servers } = await session.gateway().get('/api/servers/published', {});
  terminal.result({ servers }, () => {
    terminal.table(
      [
        { heading: 'SERVER', text: ({ name }) => name },
        { heading: 'FROM', text: ({ source }) => source },
        {
          heading: 'IS',
          text: ({ definition: { url, command, args } }) =>
            typeof url === 'string'
              ? url
              : [command, ...(Array.isArray(args) ? (args as unknown[]) : [])].map(String).join(' '),
        },
      ],
      servers,
      'No server is published.',
    );
  });
}
