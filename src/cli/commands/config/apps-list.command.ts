import { allPages } from '../../../client/pages.js';
import type { CommandSession } from '../../session.js';
import { tableTime } from '../../terminal/when.js';

/** Apps of the account, newest first. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal } = session;
  const gateway = session.gateway();
  const apps = await allPages(
    (query) => gateway.get('/api/cli/apps', { query }),
    (page) => page.apps,
  );
  terminal.result({ apps }, () => {
    terminal.table(
      [
        { heading: 'APP', text: ({ slug }) => slug },
        { heading: 'NAME', text: ({ name }) => name },
        { heading: 'VERSION', text: ({ config }) => String(config.version) },
        { heading: 'CHANGED', text: ({ config }) => tableTime(terminal, config.updatedAt) },
      ],
      apps,
      'There are no apps yet. Make one with: gantry init',
    );
  });
}
