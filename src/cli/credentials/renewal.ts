import type { GatewayConnection } from './connection.js';

/** How to come by a valid token for a gateway, one line each. */
export function renewal(connection: GatewayConnection): readonly string[] {
  const { token, hidden } = connection;
  const login = `Run: ${loginCommand(connection)}`;
  if (token === undefined) return [login, 'Or set GANTRY_TOKEN (and GANTRY_URL).'];
  if (!token.isGiven) return [login];
  return [
    `The token is that of ${token.source}: put a valid one there.`,
    hidden === undefined
      ? `Or take it away. ${login}`
      : `Or take it away: you are logged in as ${hidden.email}.`,
  ];
}

/** The login command for the gateway that is meant. */
export function loginCommand({ url, urlSource }: Pick<GatewayConnection, 'url' | 'urlSource'>): string {
  return urlSource === '--url' ? `gantry login --url ${url}` : 'gantry login';
}
