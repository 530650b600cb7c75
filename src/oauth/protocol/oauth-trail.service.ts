import { Injectable } from '@nestjs/common';
import { Audit, type Happening, type Origin } from '../../accounts/audit/audit.service.js';
import { Accounts } from '../../accounts/people/accounts.service.js';
import { Config } from '../../platform/config/config.js';
import { Logger } from '../../platform/logging/logger.js';
import { BoundedLimiter } from '../../platform/rate-limits/bounded-limiter.js';
import { Keyring } from '../../platform/security/keyring.js';
import type { OAuthErrorCode } from './oauth-error.js';
import { OAuthMetrics } from './oauth-metrics.js';

/** What programs do by OAuth that leaves an audit event. */
export type OAuthAction =
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
export interface TrailFailure {
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

/** How a program became known, and whether it was before. */
interface RegistrationFacts {
  readonly kind: 'registered' | 'operator';
  readonly isNew: boolean;
}

const minuteMs = 60_000;
const maxShown = 200;

/**
 * What became of the programs that come by OAuth: an audit event, a log line and a count for each step. The events of one attempt carry the
 * same `attempt`, so that an operator can follow one that failed.
 */
@Injectable()
export class OAuthTrail {
  /** Events that strangers can cause at will. */
  private readonly ofStrangers = new BoundedLimiter(minuteMs);

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
   * A failure: always counted and logged, and an event of the account if it is known, else of the operator's, as far as OAUTH_EVENTS_PER_MINUTE
   * allows. Not to be called inside of a transaction that is given up.
   */
  async fail(failure: TrailFailure, origin: Origin): Promise<void> {
    const { step, error, reason, client = {}, accountId, userId, attempt } = failure;
    this.metrics.countFailure(step, error, client.name);
    const details = { step, error, reason, ...shown(client), ...known({ attempt }) };
    this.logger.warn('oauth.failed', { ...details, ...known({ accountId, requestId: origin.requestId }) });
    await this.appendBounded(
      { ...(userId === undefined ? {} : { userId }), action: 'oauth.failed', details },
      accountId,
      origin,
    );
  }

  /** A registration: always counted and logged, and if it is new an event of the operator's account, as far as OAUTH_EVENTS_PER_MINUTE allows. */
  async register(client: NamedClient, { kind, isNew }: RegistrationFacts, origin: Origin): Promise<void> {
    const action = 'oauth.client.registered';
    const details = { ...shown(client), kind };
    this.metrics.count(action, client.name);
    const { address, requestId } = origin;
    this.logger.info(action, { ...details, ...known({ address, requestId }) });
    if (isNew) await this.appendBounded({ action, target: client.id, details }, undefined, origin);
  }

  private async appendBounded(
    happening: Happening & { readonly userId?: string },
    accountId: string | undefined,
    origin: Origin,
  ): Promise<void> {
    if (this.ofStrangers.consume('').used > this.config.values.OAUTH_EVENTS_PER_MINUTE) return;
    const account = accountId ?? (await this.accounts.findOperatorId());
    if (account !== undefined) await this.audit.append({ ...happening, accountId: account }, origin);
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
