import { Injectable } from '@nestjs/common';
import type { CallScope } from '../../kernel/call-scope.js';
import { callerOf, type Caller } from '../../kernel/caller.js';
import type { UserPrincipal } from '../../kernel/principal.js';
import { problemCatalogue } from '../../kernel/problems/problem-catalogue.js';
import { Problem } from '../../kernel/problems/problem.js';
import { UpstreamPool } from '../connection/upstream-pool.service.js';
import type { Connection, ConnectionTest } from '../credentials/connection.js';
import { ServerRegistry } from '../declared/server-registry.service.js';

/** Tries connections as calls use them. */
@Injectable()
export class ConnectionTests {
  constructor(
    private readonly registry: ServerRegistry,
    private readonly pool: UpstreamPool,
  ) {}

  /** Asks the server for its tools, anew. What goes wrong is an answer, too. */
  async run(principal: UserPrincipal, connection: Connection, scope: CallScope): Promise<ConnectionTest> {
    if (connection.server === undefined)
      return { ok: false, error: 'The server is not declared any more: end the connection.' };
    try {
      const server = await this.registry.get(principal, connection.server);
      const { timeoutMs } = server.definition.options;
      const { catalogue } = this.pool.get(server, userOf(connection, principal));
      const { items } = await catalogue.get('tools', scope, { timeoutMs, refresh: true });
      return { ok: true, toolCount: items.length };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const { title } = problemCatalogue[error.code];
      return { ok: false, error: error.detail === undefined ? title : `${title}: ${error.detail}` };
    }
  }
}

/** Who uses a connection: the person, or whoever has a key of the app. */
function userOf({ owner }: Connection, principal: UserPrincipal): Caller {
  if (owner.kind !== 'app') return callerOf(principal);
  const { accountId, appId } = owner;
  return callerOf({ kind: 'app', accountId, appId, tokenId: '', scopes: principal.scopes });
}
