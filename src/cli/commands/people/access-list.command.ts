import { subjectText } from '../../people/server-grant.js';
import type { CommandSession } from '../../session.js';

/** Who may use which servers and tools. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal } = session;
  const { grants } = await session.gateway().get('/api/cli/grants', {});
  terminal.result({ grants }, () => {
    terminal.table(
      [
        { heading: 'WHO', text: subjectText },
        { heading: 'SERVERS', text: ({ servers }) => servers.join(',') },
        { heading: 'TOOLS', text: ({ tools }) => tools?.allow?.join(',') ?? 'all' },
        { heading: 'BUT', text: ({ tools }) => tools?.deny?.join(',') ?? '' },
      ],
      grants,
      'There are no grants: everybody may use everything.',
    );
  });
}
