import { allPages } from '../../../client/pages.js';
import type { CommandSession } from '../../session.js';
import { tableTime } from '../../terminal/when.js';

/** The live keys of an app. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal } = session;
  const app = session.getApp();
  const gateway = session.gateway();
  const keys = await allPages(
    (query) => gateway.get('/api/cli/apps/{app}/keys', { path: { app }, query }),
    (page) => page.keys,
  );
  terminal.result({ app, keys }, () => {
    terminal.table(
      [
        { heading: 'ID', text: ({ id }) => id },
        { heading: 'NAME', text: ({ name }) => name },
        { heading: 'KEY', text: ({ hint }) => hint },
        { heading: 'EXPIRES', text: ({ expiresAt }) => tableTime(terminal, expiresAt, 'never') },
        { heading: 'USED', text: ({ lastUsedAt }) => tableTime(terminal, lastUsedAt, 'never') },
        { heading: 'SCOPES', text: ({ scopes }) => scopes.join(' ') },
      ],
      keys,
      `${app} has no keys. Make one with: gantry keys create`,
    );
  });
}
