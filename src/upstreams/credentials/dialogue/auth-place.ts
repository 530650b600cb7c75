import { Problem } from '../../../kernel/problems/problem.js';
import type { RegisteredServer } from '../../declared/registered-server.js';
import type { ServerAuth } from '../../declared/server-auth.js';
import type { AuthPlace } from './auth-discovery.port.js';

/** A server that wants OAuth, with what its declaration says of that. */
export interface AuthedServer<A extends ServerAuth = ServerAuth> {
  readonly server: RegisteredServer;
  readonly auth: A;
  readonly url: string;
}

/** Throws what keeps the declaration from being used; `undefined` for a server without `auth`. */
export function authedOf(server: RegisteredServer): AuthedServer | undefined {
  const { auth, target } = server.definition;
  if (auth === undefined || target.transport === 'stdio') return undefined;
  if (target.obstacle !== undefined) throw new Problem(target.obstacle.code, target.obstacle.detail);
  return { server, auth, url: target.url };
}

/** The address that what somebody grants is for; `undefined` where nobody has to. */
export function grantedAddressOf({ definition: { auth, target } }: RegisteredServer): string | undefined {
  return auth?.type === 'oauth' && target.transport !== 'stdio' ? target.url : undefined;
}

/** Where the authorization server of a server is looked for. The operator vouches for what the operator's file names, and for nothing else. */
export function authPlaceOf({ server, auth, url }: AuthedServer): AuthPlace {
  const named = auth.type === 'oauth' ? [url, auth.issuer] : [url, auth.tokenUrl];
  return {
    serverUrl: url,
    isApi: server.definition.target.transport === 'openapi',
    vouched: server.trust === 'operator' ? named.flatMap(originsOf) : [],
    issuer: auth.type === 'oauth' ? auth.issuer : undefined,
    skipIssuerCheck: auth.type === 'oauth' && auth.skipIssuerCheck === true,
  };
}

/** The `resource` to send: what the declaration says, else what the server says of itself. */
export function resourceOf({ resource }: ServerAuth, found: string | undefined): string | undefined {
  return resource === false ? undefined : (resource ?? found);
}

function originsOf(address: string | undefined): string[] {
  return address === undefined || !URL.canParse(address) ? [] : [new URL(address).origin];
}
