import { Injectable } from '@nestjs/common';
import { Audit, type Origin } from '../../accounts/audit/audit.service.js';
import type { Page, PageRequest } from '../../kernel/page.js';
import type { Principal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import type { CallFilter } from '../../platform/calls/call-filter.js';
import { CallLog } from '../../platform/calls/call-log.service.js';
import type { CallRecord } from '../../platform/calls/call-record.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { momentMs, requireOrder } from './moment.js';
import { RecordNames } from './record-names.service.js';
import { RecordReaders } from './record-readers.service.js';

/** Which calls are wanted, by the names that people know; times as RFC 3339 has them. */
interface WantedCalls extends Pick<CallFilter, 'server' | 'tool' | 'status' | 'client'> {
  readonly app?: string | undefined;
  readonly user?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Another account, for operators. */
  readonly account?: string | undefined;
}

/** The calls that somebody may know of. */
@Injectable()
export class RecordedCalls {
  constructor(
    private readonly log: CallLog,
    private readonly readers: RecordReaders,
    private readonly names: RecordNames,
    private readonly audit: Audit,
  ) {}

  /** Newest first. Throws `invalid-request`, `account-not-found` and `invalid-cursor`. */
  async list(principal: Principal, page: PageRequest, wanted: WantedCalls): Promise<Page<CallRecord>> {
    const reach = await this.readers.reachOf(principal, wanted.account);
    return this.log.list(reach, page, await this.filter(reach.accountId, wanted));
  }

  /** Throws `account-not-found` and `call-not-found`. */
  async get(principal: Principal, requestId: string, account: string | undefined): Promise<CallRecord> {
    return this.log.get(await this.readers.reachOf(principal, account), requestId);
  }

  /** All of them, newest first. Throws what `list` does. */
  async export(
    principal: Principal,
    wanted: WantedCalls,
    format: string,
    origin: Origin,
  ): Promise<AsyncIterable<CallRecord>> {
    const reach = await this.readers.reachOf(principal, wanted.account);
    const filter = await this.filter(reach.accountId, wanted);
    const details = { format, ...wanted };
    await this.audit.record(
      principal,
      { action: 'calls.exported', target: reach.accountId, details },
      origin,
    );
    return this.log.all(reach, filter);
  }

  /** Erases what a person has called in the account. Throws `client-closed-request` when the caller leaves before the end. */
  async erase(principal: Principal, user: string, scope: RequestContext): Promise<void> {
    const userIds = await this.names.userIds(user);
    const left = new AbortController();
    const release = scope.onCancel(() => {
      left.abort(new Problem('client-closed-request'));
    });
    try {
      await this.log.erase(principal.accountId, userIds, left.signal);
    } finally {
      release();
      const details = left.signal.aborted ? { isPartial: true } : {};
      await this.audit.record(principal, { action: 'calls.erased', target: user, details }, scope);
    }
  }

  private async filter(
    accountId: string,
    { server, tool, status, client, app, user, from, to }: WantedCalls,
  ): Promise<CallFilter> {
    const times = {
      from: from === undefined ? undefined : momentMs(from),
      to: to === undefined ? undefined : momentMs(to),
    };
    requireOrder(times.from ?? -Infinity, times.to ?? Infinity);
    return {
      ...{ server, tool, status, client },
      ...times,
      app: app === undefined ? undefined : await this.names.appId(accountId, app),
      users: user === undefined ? undefined : await this.names.userIds(user),
    };
  }
}
