import { GantryProblem } from '../../../client/problem.js';
import type { CommandSession } from '../../session.js';

/** Ends the login on the gateway, then forgets it here. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, connection, credentials, environment } = session;
  const { url } = connection;
  const login = credentials.find(url);
  if (login === undefined) {
    terminal.result({ url, loggedOut: false }, () => {
      terminal.say(`You were not logged in to ${url}.`);
    });
  } else {
    const revoked = await revoke(session, login.token);
    credentials.forget(url);
    terminal.result({ url, loggedOut: true, revoked }, () => {
      terminal.done(`Logged out of ${url} (${login.email}).`);
    });
  }
  if (environment['GANTRY_TOKEN'] !== undefined) terminal.warn('GANTRY_TOKEN is still set.');
}

/** Whether the token is dead. A gateway that cannot be asked does not keep the login here. */
async function revoke(session: CommandSession, token: string): Promise<boolean> {
  try {
    await session.gatewayAt(session.connection.url, token).post('/api/cli/auth/logout', {});
    return true;
  } catch (error) {
    if (!(error instanceof GantryProblem)) throw error;
    if (error.status === 401) return true;
    session.terminal.warn(`The token could not be revoked (${error.message}): it lives until it expires.`);
    return false;
  }
}
