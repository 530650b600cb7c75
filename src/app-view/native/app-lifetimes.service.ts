import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import type { CatalogueKind } from '../../upstreams/connection/lists/catalogue-kind.js';
import { NativeAccess } from '../../upstreams/connection/native-access.service.js';
import { ServerFanOut } from '../server-fan-out.service.js';
import type { AppCall } from './app-call.js';

/** For how long a merged list holds. */
@Injectable()
export class AppLifetimes {
  constructor(
    private readonly round: ServerFanOut,
    private readonly access: NativeAccess,
    private readonly clock: Clock,
  ) {}

  /** Milliseconds: the shortest that a server of the app gives its part; none while one of them is not known. */
  ttlMs({ caller, state }: AppCall, kind: CatalogueKind): number {
    const ends = this.round.servers(state).map((server) => this.access.expiresAt(server, caller, kind) ?? 0);
    return ends.length === 0 ? 0 : Math.max(0, Math.min(...ends) - this.clock.now());
  }
}
