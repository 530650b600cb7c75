import { Injectable } from '@nestjs/common';
import { Audit, type Origin } from '../../accounts/audit/audit.service.js';
import { keyOfOwner } from '../../kernel/caller.js';
import type { UserPrincipal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import { connectPath, type OwnerWord } from '../credentials/connect-path.js';
import type { CallbackAnswer, Connection } from '../credentials/connection.js';
import {
  Connections,
  type Arrival,
  type ConnectionPlan,
  type ConnectionWish,
  type Visit,
} from '../credentials/connections.port.js';
import { everyAccount } from '../credentials/credential-owner.js';
import { UpstreamCredentials } from '../credentials/upstream-credentials.port.js';
import { ServerRegistry } from '../declared/server-registry.service.js';
import { meantOwner, requireMaker } from './meant-owner.js';

/** Connections to servers that want OAuth: who may make, see and end which. */
@Injectable()
export class Connecting {
  constructor(
    private readonly registry: ServerRegistry,
    private readonly connections: Connections,
    private readonly credentials: UpstreamCredentials,
    private readonly audit: Audit,
    private readonly config: Config,
  ) {}

  /** Throws `server-not-found`, and `invalid-request` where nobody has to connect. */
  async wish(principal: UserPrincipal, handle: string, word?: OwnerWord): Promise<ConnectionWish> {
    const server = await this.registry.get(principal, handle);
    return { server, owner: meantOwner(server, principal, word) };
  }

  /** What would be asked, and by whom. Throws `forbidden`, `upstream-client-needed`, `upstream-auth-unavailable`, `upstream-auth-refused`. */
  plan(principal: UserPrincipal, wish: ConnectionWish): Promise<ConnectionPlan> {
    requireMaker(principal, wish.owner);
    return this.connections.plan(wish);
  }

  /** The page where it is connected, for whoever can be: throws as `plan`. */
  async addressFor(principal: UserPrincipal, handle: string, word?: OwnerWord): Promise<string> {
    const wish = await this.wish(principal, handle, word);
    await this.plan(principal, wish);
    return this.config.publicUrl + connectPath(wish.server.handle, wish.owner);
  }

  /** Where the browser goes. Throws as `plan`. */
  begin(principal: UserPrincipal, wish: ConnectionWish, visit: Visit, returnTo?: string): Promise<string> {
    requireMaker(principal, wish.owner);
    return this.connections.begin(wish, visit, returnTo);
  }

  /** What a browser brought back. `accountId`: of the person, for the record of a connection of all accounts. Throws as `Connections.finish`. */
  async finish(answer: CallbackAnswer, visit: Visit, accountId: string, origin: Origin): Promise<Arrival> {
    const arrival = await this.connections.finish(answer, visit);
    if (arrival.outcome === 'connected')
      await this.record('connection.made', arrival.connection, { userId: visit.userId, accountId }, origin);
    return arrival;
  }

  list(principal: UserPrincipal): Promise<readonly Connection[]> {
    return this.connections.list(principal);
  }

  /** One that the person sees. Throws `connection-not-found`. */
  async get(principal: UserPrincipal, id: string): Promise<Connection> {
    const found = (await this.connections.list(principal)).find((connection) => connection.id === id);
    if (found === undefined) throw new Problem('connection-not-found');
    return found;
  }

  /** Whether it works, also for somebody who does not see it in the list. */
  async isConnected({ server, owner }: ConnectionWish): Promise<boolean> {
    return (await this.credentials.stateOf(server, owner)) !== 'needs_auth';
  }

  /** The one of a wish, if there is one. */
  async find(principal: UserPrincipal, { server, owner }: ConnectionWish): Promise<Connection | undefined> {
    const all = await this.connections.list(principal);
    return all.find(
      (connection) =>
        (connection.serverId === server.id || connection.serverId === server.published?.id) &&
        connection.owner.kind === owner.kind &&
        keyOfOwner(connection.owner) === keyOfOwner(owner),
    );
  }

  /** Ends a connection, here and as far as possible at the authorization server. Throws `connection-not-found`, `forbidden`. */
  async remove(principal: UserPrincipal, id: string, origin: Origin): Promise<void> {
    const connection = await this.get(principal, id);
    requireMaker(principal, connection.owner);
    await this.connections.remove(connection);
    await this.record('connection.removed', connection, principal, origin);
  }

  private record(
    action: 'connection.made' | 'connection.removed',
    { id, server, serverId, owner, issuer, scopes }: Connection,
    { userId, accountId }: { readonly userId: string; readonly accountId: string },
    origin: Origin,
  ): Promise<void> {
    const details = { server: server ?? serverId, owner: owner.kind, issuer, scopes };
    const of = owner.accountId === everyAccount ? accountId : owner.accountId;
    return this.audit.append({ ...{ accountId: of, userId, action, target: id }, details }, origin);
  }
}
