import { setTimeout } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '../../kernel/pacing/clock.js';
import type { Page, PageRequest } from '../../kernel/page.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../config/config.js';
import { EventHub } from '../events/event-hub.service.js';
import { Cursors } from '../security/cursors.js';
import { callEvent } from './call-event.js';
import { isInReach, isWanted, type CallFilter, type CallReach } from './call-filter.js';
import type { CallRecord } from './call-record.js';
import { CallRetention } from './call-retention.service.js';
import { CallRing, type FinishedCall } from './call-ring.js';
import { CallStore, type CallPosition } from './call-store.port.js';
import { CallWriter } from './call-writer.service.js';
import { recordIn } from './stored-call.js';

/** So many are looked at before it is others' turn. */
const readAtOnce = 250;
/** Milliseconds between two erasures of an account: each writes to the disk more than once. */
const erasurePauseMs = 250;

/** What went to a server and what failed: in the database, or with CALL_LOG=off the last calls of each account in this process. */
@Injectable()
export class CallLog {
  /** A full one is about 100 kB. */
  private readonly rings: LRUCache<string, CallRing>;
  private readonly perAccount: number;
  /** The last erasure of each account that has one under way. */
  private readonly erasing = new Map<string, Promise<void>>();
  private readonly isKept: boolean;

  constructor(
    config: Config,
    private readonly clock: Clock,
    private readonly cursors: Cursors,
    private readonly events: EventHub,
    private readonly writer: CallWriter,
    private readonly store: CallStore,
    private readonly retention: CallRetention,
  ) {
    this.perAccount = config.values.CALLS_KEPT;
    this.isKept = config.values.CALL_LOG !== 'off';
    this.rings = new LRUCache({ max: config.values.CALLS_ACCOUNTS });
  }

  keep(call: FinishedCall, status: number, ms: number): void {
    if (!isTelling(call)) return;
    const { accountId } = call.principal;
    const at = this.clock.now() - ms;
    this.events.publish(accountId, () => callEvent(call, at, status, ms));
    if (this.isKept) this.writer.keep(call, at, status, ms);
    else if (this.perAccount > 0) this.remember(call, at, status, ms);
  }

  /** Throws `call-not-found`: too long ago, or not for the eyes of this reader. */
  async get(reach: CallReach, requestId: string): Promise<CallRecord> {
    const found = this.isKept
      ? await this.find(reach.accountId, requestId)
      : this.rings.get(reach.accountId)?.find(requestId);
    if (found === undefined || !isInReach(found, reach)) throw new Problem('call-not-found');
    return found;
  }

  /** Newest first. Throws `invalid-cursor`. */
  async list(reach: CallReach, page: PageRequest, filter: CallFilter = {}): Promise<Page<CallRecord>> {
    const list = `calls ${JSON.stringify([reach, filter])}`;
    if (!this.isKept) {
      const calls = this.rings.get(reach.accountId)?.all() ?? [];
      const wanted = calls.filter((call) => isInReach(call, reach) && isWanted(call, filter));
      return this.cursors.pageOf(wanted, page, list);
    }
    const found = await this.cursors.pageOfRows(
      list,
      page,
      async (limit, position) => {
        const placed: Placed[] = [];
        for await (const one of this.each(reach, filter, positionIn(position))) {
          placed.push(one);
          if (placed.length === limit) break;
        }
        return placed;
      },
      ({ at, id }) => `${String(at)} ${id}`,
    );
    return { ...found, items: found.items.map(({ call }) => call) };
  }

  /** All of them, newest first. */
  async *all(reach: CallReach, filter: CallFilter): AsyncGenerator<CallRecord> {
    if (this.isKept) for await (const { call } of this.each(reach, filter)) yield call;
    else
      for (const call of this.rings.get(reach.accountId)?.all() ?? [])
        if (isInReach(call, reach) && isWanted(call, filter)) yield call;
  }

  /** Erases what a person has called; of an account one after the other. Throws the reason of `signal` once that fires, with the rest left. */
  async erase(accountId: string, userIds: readonly string[], signal: AbortSignal): Promise<void> {
    const before = this.erasing.get(accountId);
    const done = this.eraseAfter(before, accountId, userIds, signal);
    const settled = done
      .catch(() => undefined)
      .then(() => setTimeout(erasurePauseMs, undefined, { ref: false }));
    this.erasing.set(accountId, settled);
    void settled.then(() => {
      if (this.erasing.get(accountId) === settled) this.erasing.delete(accountId);
    });
    await done;
  }

  private async eraseAfter(
    before: Promise<void> | undefined,
    accountId: string,
    userIds: readonly string[],
    signal: AbortSignal,
  ): Promise<void> {
    await before;
    signal.throwIfAborted();
    this.rings.delete(accountId);
    await this.writer.flush();
    try {
      await this.store.removeOf(accountId, userIds, signal);
    } finally {
      await this.store.forget();
    }
  }

  private remember(call: FinishedCall, at: number, status: number, ms: number): void {
    const { accountId } = call.principal;
    let ring = this.rings.get(accountId);
    if (ring === undefined) this.rings.set(accountId, (ring = new CallRing(this.perAccount)));
    ring.keep(call, at, status, ms);
  }

  private async find(accountId: string, requestId: string): Promise<CallRecord | undefined> {
    await this.writer.flush();
    const row = await this.store.find(accountId, requestId, this.retention.oldest);
    return row === undefined ? undefined : recordIn(row);
  }

  private async *each(reach: CallReach, filter: CallFilter, behind?: CallPosition): AsyncGenerator<Placed> {
    if (behind === undefined) await this.writer.flush();
    const since = Math.max(this.retention.oldest, filter.from ?? 0);
    let before = behind;
    for (;;) {
      const { accountId } = reach;
      const rows = await this.store.list(accountId, since, filter.to ?? Infinity, readAtOnce, before);
      for (const row of rows) {
        const call = recordIn(row);
        if (isInReach(call, reach) && isWanted(call, filter)) yield { at: row.at, id: row.id, call };
      }
      if (rows.length < readAtOnce) return;
      before = rows.at(-1);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

interface Placed extends CallPosition {
  readonly call: CallRecord;
}

function positionIn(position: string | undefined): CallPosition | undefined {
  if (position === undefined) return undefined;
  const [at, id = ''] = position.split(' ');
  return { at: Number(at), id };
}

/** Questions about calls are no calls. */
function isTelling({ hops, problem, route }: FinishedCall): boolean {
  return hops !== undefined || (problem !== undefined && !route.startsWith('/api/calls'));
}
