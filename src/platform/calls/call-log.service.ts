import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '../../kernel/pacing/clock.js';
import type { Page, PageRequest } from '../../kernel/page.js';
import type { Principal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../config/config.js';
import { Cursors } from '../security/cursors.js';
import { EventHub } from '../events/event-hub.service.js';
import { callEvent } from './call-event.js';
import type { CallRecord } from './call-record.js';
import { isWanted, type CallFilter } from './call-filter.js';
import { CallRing, type FinishedCall } from './call-ring.js';

/** The last calls of each account in this process: what went to a server, and what failed. Only in memory. */
@Injectable()
export class CallLog {
  /** A full one is about 100 kB. */
  private readonly rings: LRUCache<string, CallRing>;
  private readonly perAccount: number;

  constructor(
    config: Config,
    private readonly clock: Clock,
    private readonly cursors: Cursors,
    private readonly events: EventHub,
  ) {
    this.perAccount = config.values.CALLS_KEPT;
    this.rings = new LRUCache({ max: config.values.CALLS_ACCOUNTS });
  }

  keep(call: FinishedCall, status: number, ms: number): void {
    if (!isTelling(call)) return;
    const { accountId } = call.principal;
    const at = this.clock.now() - ms;
    this.events.publish(accountId, () => callEvent(call, at, status, ms));
    if (this.perAccount === 0) return;
    let ring = this.rings.get(accountId);
    if (ring === undefined) this.rings.set(accountId, (ring = new CallRing(this.perAccount)));
    ring.keep(call, at, status, ms);
  }

  /** Throws `call-not-found`: too long ago, answered by another process, or not for the eyes of this principal. */
  get(principal: Principal, requestId: string): CallRecord {
    const found = this.rings.get(principal.accountId)?.find(requestId);
    if (found === undefined || !mayRead(principal, found))
      throw new Problem(
        'call-not-found',
        `None of the last ${String(this.perAccount)} calls of the account here has this id.`,
      );
    return found;
  }

  /** Newest first. */
  list(principal: Principal, page: PageRequest, filter: CallFilter = {}): Page<CallRecord> {
    const calls = this.rings.get(principal.accountId)?.all() ?? [];
    const { server = '', tool = '', status = '' } = filter;
    return this.cursors.pageOf(
      calls.filter((call) => mayRead(principal, call) && isWanted(call, filter)),
      page,
      `calls ${[principal.tokenId, server, tool, status].join('\n')}`,
    );
  }
}

/** Questions about calls are no calls. */
function isTelling({ hops, problem, route }: FinishedCall): boolean {
  return hops !== undefined || (problem !== undefined && !route.startsWith('/api/calls'));
}

/** The key of an app reads what was asked with keys of that app, a person what was asked in the account. */
function mayRead(reader: Principal, { principal }: CallRecord): boolean {
  return reader.kind === 'user' || (principal.kind === 'app' && principal.appId === reader.appId);
}
