import { Injectable } from '@nestjs/common';
import type { CallScope } from '../../kernel/call-scope.js';
import type { Caller } from '../../kernel/caller.js';
import { asNeedOf } from '../connection/connection-need.js';
import type { CatalogueKind } from '../connection/lists/catalogue-kind.js';
import type { Snapshot } from '../connection/lists/catalogue.js';
import type { RegisteredServer } from '../declared/registered-server.js';
import { UpstreamPool } from '../connection/upstream-pool.service.js';

/** The lists of a server for a caller, as the server sent them: without policy and pins. */
@Injectable()
export class UpstreamLists {
  constructor(private readonly pool: UpstreamPool) {}

  /** Rejects with the problems of the upstream. */
  get(
    caller: Caller,
    server: RegisteredServer,
    kind: CatalogueKind,
    scope: CallScope,
    refresh = false,
  ): Promise<Snapshot> {
    const { auth, options } = server.definition;
    const { timeoutMs } = options;
    const listed = this.pool.get(server, caller).catalogue.get(kind, scope, { timeoutMs, refresh });
    return auth === undefined ? listed : listed.catch(asNeedOf(server));
  }

  /** As last known; asks nobody. */
  peek(caller: Caller, server: RegisteredServer, kind: CatalogueKind): Snapshot | undefined {
    return this.pool.get(server, caller).catalogue.peek(kind);
  }
}
