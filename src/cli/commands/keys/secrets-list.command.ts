import { allPages } from '../../../client/pages.js';
import type { CommandSession } from '../../session.js';
import { tableTime } from '../../terminal/when.js';

/** Names and dates of an app's secrets. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal } = session;
  const app = session.getApp();
  const gateway = session.gateway();
  const secrets = await allPages(
    (query) => gateway.get('/api/cli/apps/{app}/secrets', { path: { app }, query }),
    (page) => page.secrets,
  );
  terminal.result({ app, secrets }, () => {
    terminal.table(
      [
        { heading: 'SECRET', text: ({ name }) => name },
        { heading: 'GOES TO', text: ({ origins }) => origins.map(({ origin }) => origin).join(' ') },
        { heading: 'SET', text: ({ updatedAt }) => tableTime(terminal, updatedAt) },
      ],
      secrets,
      `${app} has no secrets. Set one with: gantry secrets set <name>`,
    );
  });
}
