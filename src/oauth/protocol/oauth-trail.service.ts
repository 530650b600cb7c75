import { Injectable } from '@nestjs/common';
import { Audit, type Origin } from '../../accounts/audit/audit.service.js';
import { Accounts } from '../../accounts/people/accounts.service.js';
import { Config } from '../../platform/config/config.js';
import { Logger } from '../../platform/logging/logger.js';
import { BoundedLimiter } from '../../platform/rate-limits/bounded-limiter.js';
import { Keyring } from '../../platform/security/keyring.js';
import type { OAuthErrorCode } from './oauth-error.js';
import { OAuthMetrics } from './oauth-metrics.js';

/** What programs do by OAuth that leaves an audit event. */
export type OAuthAction =
  | 'oauth.client.registered'
  | 'oauth.authorized'
  | 'oauth.denied'
  | 'oauth.token.issued'
  | 'oauth.token.refreshed'
  | 'oauth.refresh.replayed'
  | 'oauth.code.replayed'
  | 'oauth.grant.revoked';

/** A program as events name it. */
export interface NamedClient {
  readonly id: string;
  readonly name: string;
}

/** A step that a program took. `target`: what came of it. `details` hold no token, code, verifier or state. */
export interface OAuthEvent {
  readonly action: OAuthAction;
  readonly client: NamedClient;
  readonly accountId: string;
  readonly userId?: string;
  readonly tokenId?: string;
  readonly target?: string;
  /** See `OAuthTrail.attemptOf`. */
  readonly attempt?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** An attempt that ended too early, and why. */
export interface OAuthFailure {
  readonly step: 'register' | 'authorize' | 'consent' | 'token' | 'refresh' | 'revoke';
  readonly error: OAuthErrorCode | 'invalid_redirect_uri' | 'invalid_client_metadata' | 'client_unavailable';
  /** A sentence for whoever runs the gateway. */
  readonly reason: string;
  /** As far as it is known. */
  readonly client?: Partial<NamedClient>;
  readonly accountId?: string | undefined;
  readonly userId?: string | undefined;
  readonly attempt?: string | undefined;
}

const minuteMs = 60_000;
const maxShown = 200;

/**
 * What became of the programs that come by OAuth: an audit event, a log line and a count for each step. The events of one attempt carry the
 * same `attempt`, so that an operator can follow one that failed.
 */
@Injectable()
export class OAuthTrail {
  private readonly failures = new BoundedLimiter(minuteMs);

  constructor(
    private readonly audit: Audit,
    private readonly accounts: Accounts,
    private readonly metrics: OAuthMetrics,
    private readonly logger: Logger,
    private readonly keyring: Keyring,
    private readonly config: Config,
  ) {}

  /** The name of an attempt: the same from the authorization request to the exchange of its code, and of no use to anybody else. */
  attemptOf(challenge: string): string {
    return this.keyring.digest('oauth attempt', challenge).slice(-12);
  }

  /** Joins the transaction that is open. */
  async record(event: OAuthEvent, origin: Origin): Promise<void> {
    const { action, client, attempt, details, ...who } = event;
    this.metrics.count(action, client.name);
    await this.audit.append(
      { ...who, action, details: { ...shown(client), ...known({ attempt }), ...details } },
      origin,
    );
  }

  /** Counts a step that would be too many events. */
  count(event: string, { name }: NamedClient): void {
    this.metrics.count(event, name);
  }

  /**
   * A failure: always counted and logged, and OAUTH_FAILURES_PER_MINUTE of them are written to the audit log, of the account if it is known,
   * else of the operator. Not to be called inside of a transaction that is given up.
   */
  async fail(failure: OAuthFailure, origin: Origin): Promise<void> {
    const { step, error, reason, client = {}, accountId, userId, attempt } = failure;
    this.metrics.countFailure(step, error, client.name);
    const details = { step, error, reason, ...shown(client), ...known({ attempt }) };
    this.logger.warn('oauth.failed', { ...details, ...known({ accountId, requestId: origin.requestId }) });
    if (this.failures.consume('').used > this.config.values.OAUTH_FAILURES_PER_MINUTE) return;
    const account = accountId ?? (await this.accounts.findOperatorId());
    if (account === undefined) return;
    await this.audit.append(
      { accountId: account, ...(userId === undefined ? {} : { userId }), action: 'oauth.failed', details },
      origin,
    );
  }
}

/** What strangers call themselves, fit for a log. */
function shown({ id, name }: Partial<NamedClient>): Readonly<Record<string, string>> {
  return known({ client: name?.slice(0, maxShown), clientId: id?.slice(0, maxShown) });
}

function known(members: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(members).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
