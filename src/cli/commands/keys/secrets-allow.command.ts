import { allPages } from '../../../client/pages.js';
import type { CommandSession } from '../../session.js';

/** Adds an origin to those that a secret may go to. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation } = session;
  const name = invocation.arg(0);
  const origin = invocation.arg(1);
  const app = session.getApp();
  const gateway = session.gateway();
  const secrets = await allPages(
    (query) => gateway.get('/api/cli/apps/{app}/secrets', { path: { app }, query }),
    (page) => page.secrets,
  );
  const given = secrets.find((secret) => secret.name === name)?.origins ?? [];
  const secret = await gateway.patch('/api/cli/apps/{app}/secrets/{name}', {
    path: { app, name },
    body: { origins: [...new Set([...given.map((one) => one.origin), origin])] },
  });
  terminal.result({ app, ...secret }, () => {
    terminal.done(`${name} of ${app} goes to ${secret.origins.map((one) => one.origin).join(', ')}.`);
  });
}
