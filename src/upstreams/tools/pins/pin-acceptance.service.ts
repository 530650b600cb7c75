import { Injectable } from '@nestjs/common';
import type { Origin } from '../../../accounts/audit/audit.service.js';
import { AppTransactions } from '../../../apps/app/app-transactions.service.js';
import { Clock } from '../../../kernel/pacing/clock.js';
import type { JsonObject } from '../../../kernel/json/json.js';
import type { UserPrincipal } from '../../../kernel/principal.js';
import { Problem } from '../../../kernel/problems/problem.js';
import type { RegisteredServer } from '../../declared/registered-server.js';
import type { Pin } from './drift.js';
import { pinnedSetOf, type Fingerprint, type PinKind } from './fingerprint.js';
import { PinStore } from './pin-store.port.js';

/** What a server has of one kind now, and which of it is accepted: that under `names`, by the server's names, or all. */
export interface Acceptable {
  readonly kind: PinKind;
  readonly items: readonly JsonObject[];
  readonly names: readonly string[] | undefined;
}

/** Lets the people of an app accept what a server has as it is now. */
@Injectable()
export class PinAcceptance {
  constructor(
    private readonly store: PinStore,
    private readonly transactions: AppTransactions,
    private readonly clock: Clock,
  ) {}

  /** Throws `drift-changed` when somebody else was faster. */
  async accept(
    principal: UserPrincipal,
    server: RegisteredServer,
    { kind, items, names }: Acceptable,
    origin: Origin,
  ): Promise<void> {
    const pin = await this.store.find({ serverId: server.id, kind });
    if (pin === undefined) return;
    const { items: now, digest } = await pinnedSetOf(kind, items);
    await this.transactions.run(principal, pin.appId, origin, async (record) => {
      const isReplaced = await this.store.replace({
        ...pin,
        ...{ items: acceptedOf(pin, now, names), version: pin.version + 1, pinnedAt: this.clock.now() },
        ...{ acceptedBy: principal.userId, reported: undefined },
      });
      if (!isReplaced) throw new Problem('drift-changed');
      const listed = names === undefined ? {} : { [kind]: names.slice(0, 50) };
      await record({
        action: 'tools.accepted',
        details: { server: server.handle, of: kind, set: digest, ...listed },
      });
    });
  }
}

function acceptedOf(
  pin: Pin,
  now: ReadonlyMap<string, Fingerprint>,
  names: readonly string[] | undefined,
): ReadonlyMap<string, Fingerprint> {
  if (names === undefined) return now;
  const accepted = new Map(pin.items);
  for (const name of names) {
    const fingerprint = now.get(name);
    if (fingerprint === undefined) accepted.delete(name);
    else accepted.set(name, fingerprint);
  }
  return accepted;
}
