import { Injectable } from '@nestjs/common';
import type { CallScope } from '../../kernel/call-scope.js';
import type { Principal } from '../../kernel/principal.js';
import type { CatalogueKind, Snapshot } from '../connection/lists/catalogue.js';
import type { RegisteredServer } from '../declared/registered-server.js';
import { UpstreamPool } from '../connection/upstream-pool.service.js';

/** The lists of a server for a principal, as the server sent them: without policy and pins. */
@Injectable()
export class UpstreamLists {
  constructor(private readonly pool: UpstreamPool) {}

  /** Rejects with the problems of the upstream. */
  get(
    principal: Principal,
    server: RegisteredServer,
    kind: CatalogueKind,
    scope: CallScope,
    refresh = false,
  ): Promise<Snapshot> {
    const { timeoutMs } = server.definition.options;
    return this.pool.get(server, principal.accountId).catalogue.get(kind, scope, { timeoutMs, refresh });
  }

  /** As last known; asks nobody. */
  peek({ accountId }: Principal, server: RegisteredServer, kind: CatalogueKind): Snapshot | undefined {
    return this.pool.get(server, accountId).catalogue.peek(kind);
  }
}
