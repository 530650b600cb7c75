import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import { newId } from '../../kernel/id.js';
import type { Page, PageRequest } from '../../kernel/page.js';
import type { Principal } from '../../kernel/principal.js';
import { Cursors } from '../../platform/security/cursors.js';
import { AuditQuota } from './audit-quota.service.js';
import { AuditStore, type AuditEvent, type AuditFilter } from './audit-store.port.js';

const eventsAtOnce = 200;

/** The request that something happened in; a `RequestContext` is one. */
export interface Origin {
  readonly requestId?: string;
  readonly address?: string;
}

/** What happened to what. */
export interface Happening {
  /** `noun.verb`, such as `app.created`. */
  readonly action: string;
  /** An id or a name, at most 64 characters. */
  readonly target?: string;
  /** No secrets, no bodies. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * Writes down who did what. A record joins the transaction that is open, so that there is none without the other. Of an account over
 * ACCOUNT_AUDIT_BYTES, repeated events are summed up.
 */
@Injectable()
export class Audit {
  constructor(
    private readonly store: AuditStore,
    private readonly clock: Clock,
    private readonly cursors: Cursors,
    private readonly quota: AuditQuota,
  ) {}

  /** Something that the bearer of a token did. */
  record(principal: Principal, happening: Happening, origin: Origin = {}): Promise<void> {
    const { accountId, tokenId } = principal;
    const userId = principal.kind === 'user' ? principal.userId : undefined;
    return this.append({ accountId, tokenId, userId, ...happening }, origin);
  }

  /** Something that a person did in the browser, or that happened by itself. */
  append(
    happening: Happening & {
      readonly accountId: string;
      readonly userId?: string;
      readonly tokenId?: string;
    },
    origin: Origin = {},
  ): Promise<void> {
    const { accountId, action, userId, tokenId, target, details } = happening;
    const event = {
      id: newId('aud'),
      at: this.clock.now(),
      ...{ accountId, action },
      userId: userId ?? null,
      tokenId: tokenId ?? null,
      target: target?.slice(0, 64) ?? null,
      address: origin.address?.slice(0, 64) ?? null,
      requestId: origin.requestId ?? null,
      details: details ?? {},
    };
    return this.quota.sumsUp(event) ? Promise.resolve() : this.store.append(event);
  }

  /** All that happened in an account, newest first. */
  async *all(of: AuditFilter): AsyncGenerator<AuditEvent> {
    let before: string | undefined;
    do {
      const events = await this.store.list(of, eventsAtOnce, before);
      yield* events;
      before = events.length < eventsAtOnce ? undefined : events.at(-1)?.id;
    } while (before !== undefined);
  }

  /** What happened in an account, newest first. Throws `invalid-cursor`. */
  async list(of: AuditFilter, page: PageRequest): Promise<Page<AuditEvent>> {
    return this.cursors.pageOfRows(
      `audit ${of.accountId} ${of.action ?? ''}`,
      page,
      (limit, before) => this.store.list(of, limit, before),
      ({ id }) => id,
    );
  }
}
