import { allPages } from '../../../client/pages.js';
import type { CommandSession } from '../../session.js';
import { tableTime } from '../../terminal/when.js';

/** The versions of an app's config, newest first. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal } = session;
  const app = session.getApp();
  const gateway = session.gateway();
  const versions = await allPages(
    (query) => gateway.get('/api/cli/apps/{app}/config/versions', { path: { app }, query }),
    (page) => page.versions,
  );
  terminal.result({ app, versions }, () => {
    terminal.table(
      [
        { heading: 'VERSION', text: ({ version }) => String(version) },
        { heading: 'SAVED', text: ({ updatedAt }) => tableTime(terminal, updatedAt) },
        { heading: 'BY', text: ({ updatedBy }) => updatedBy?.email ?? '' },
        { heading: 'MESSAGE', text: ({ message }) => message ?? '' },
      ],
      versions,
      'There are no versions.',
    );
  });
}
