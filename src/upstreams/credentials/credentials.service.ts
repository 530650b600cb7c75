import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { ConnectionOwner } from '../../kernel/caller.js';
import { Clock } from '../../kernel/pacing/clock.js';
import { PeriodicJob } from '../../kernel/pacing/periodic-job.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Database } from '../../platform/database/database.js';
import { Signals } from '../../platform/database/signals.js';
import { Logger } from '../../platform/logging/logger.js';
import type { RegisteredServer } from '../declared/registered-server.js';
import type { TokenRefusal } from '../links/link-token.js';
import type { ConnectionState, CredentialChange } from './connection.js';
import { credentialServerOf } from './credential-owner.js';
import { ConnectionWanted } from './connection-wanted.service.js';
import { authedOf, grantedAddressOf, type AuthedServer } from './dialogue/auth-place.js';
import { AuthServers } from './dialogue/auth-servers.service.js';
import { HeldTokens, tokenKey, type HeldToken } from './held-tokens.js';
import { isSameAddress } from './same-address.js';
import { Renewals, type Need } from './renewing/renewals.service.js';
import { StepUps } from './renewing/step-ups.service.js';
import { CredentialStore } from './store/credential-store.port.js';
import type { Credential } from './store/credential.js';
import { UpstreamCredentials } from './upstream-credentials.port.js';

/** A lost signal is noticed by comparing so often. */
const compareMs = 5000;
/** A renewal ahead of the end that failed is tried again after so long. */
const againMs = 1000;
/** A server that refuses a token that it was just given wants no other one. */
const refusedAgainMs = 30_000;
const idsAtOnce = 500;

type Listener = (change: CredentialChange) => void;

/** Tokens at hand, renewed when they end or are refused; other processes' changes are heard of. */
@Injectable()
export class Credentials
  extends UpstreamCredentials
  implements OnApplicationBootstrap, OnApplicationShutdown
{
  private readonly held = new HeldTokens();
  /** Renewals under way, by what they are of. */
  private readonly renewing = new Map<string, Promise<string>>();
  /** When tokens were last renewed because they were refused. */
  private readonly refusedAt = new Map<string, number>();
  private readonly listeners: Listener[] = [];
  private readonly comparing = new PeriodicJob(() => this.compare());

  constructor(
    private readonly store: CredentialStore,
    private readonly renewals: Renewals,
    private readonly authServers: AuthServers,
    private readonly stepUps: StepUps,
    private readonly clock: Clock,
    private readonly wanted: ConnectionWanted,
    private readonly signals: Signals,
    private readonly database: Database,
    private readonly logger: Logger,
  ) {
    super();
  }

  async onApplicationBootstrap(): Promise<void> {
    this.signals.on('upstream-credential', (text) => {
      const [news, id = ''] = text.split(':');
      const held = this.held.dropById(id);
      if (news === 'removed') this.tellAll('needs_auth', held);
      else if (news !== 'renewed') void this.tell(id);
    });
    this.signals.onGap(() => {
      this.held.clear();
    });
    if (this.database.isPostgres) this.comparing.start(compareMs);
    // A process that was killed while it renewed was the only one.
    else await this.store.releaseAll();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.comparing.stop();
  }

  onChange(listener: Listener): void {
    this.listeners.push(listener);
  }

  token(declared: RegisteredServer, owner: ConnectionOwner): string | Promise<string> {
    const server = credentialServerOf(declared);
    const key = tokenKey(server, owner);
    const held = this.held.find(key);
    if (held?.fingerprint === server.fingerprint) {
      const now = this.clock.now();
      if (now < held.renewAt) return held.token;
      if (now < held.usableUntil) {
        this.renewAhead(key, server, owner, held, now);
        return held.token;
      }
    }
    return this.obtain(key, server, owner);
  }

  async renew(
    declared: RegisteredServer,
    owner: ConnectionOwner,
    refused: string,
    { status, scopes }: TokenRefusal,
  ): Promise<string> {
    const server = credentialServerOf(declared);
    const key = tokenKey(server, owner);
    if (status === 403) throw await this.stepUps.ask(server, owner, scopes);
    const held = this.held.find(key);
    if (held !== undefined && held.token !== refused) return held.token;
    const now = this.clock.now();
    if ((this.refusedAt.get(key) ?? -Infinity) > now - refusedAgainMs)
      throw await this.refusedAgain(server, owner);
    this.authServers.forget(server);
    let token = await this.obtain(key, server, owner, { refused });
    // Somebody who did not know that it is refused may have been first.
    if (token === refused) token = await this.obtain(key, server, owner, { refused });
    if (this.refusedAt.size >= 10_000) this.refusedAt.clear();
    this.refusedAt.set(key, now);
    return token;
  }

  async stateOf(declared: RegisteredServer, owner: ConnectionOwner): Promise<ConnectionState> {
    const server = credentialServerOf(declared);
    if (server.definition.auth === undefined) return 'ok';
    const held = this.held.find(tokenKey(server, owner));
    if (held?.fingerprint === server.fingerprint && this.clock.now() < held.usableUntil) return 'ok';
    const found = await this.store.find(server.id, owner);
    if (found === undefined)
      return server.definition.auth.type === 'client_credentials' ? 'ok' : 'needs_auth';
    return this.shownState(found, grantedAddressOf(server));
  }

  /** The state of a row as people see it who have the server at `url`. */
  shownState({ state, leaseUntil, address }: Credential, url = address): ConnectionState {
    if (!isSameAddress(url, address)) return 'needs_auth';
    return state === 'ok' && leaseUntil > this.clock.now() ? 'refreshing' : state;
  }

  /** This process has connected or disconnected something. */
  changed(what: CredentialChange['what'], credential: Pick<Credential, 'serverId' | 'owner'>): void {
    const key = tokenKey({ id: credential.serverId }, credential.owner);
    this.held.drop(key);
    this.refusedAt.delete(key);
    this.tellAll(what, credential);
  }

  /** Once for all of this process who need it. */
  private obtain(
    key: string,
    server: RegisteredServer,
    owner: ConnectionOwner,
    need: Need = {},
  ): Promise<string> {
    let renewing = this.renewing.get(key);
    if (renewing === undefined) {
      renewing = this.obtainOnce(key, server, owner, need).finally(() => this.renewing.delete(key));
      this.renewing.set(key, renewing);
    }
    return renewing;
  }

  private async obtainOnce(
    key: string,
    server: RegisteredServer,
    owner: ConnectionOwner,
    need: Need,
  ): Promise<string> {
    try {
      const obtained = await this.renewals.obtain(authed(server), owner, need);
      this.held.hold(key, server.fingerprint, obtained);
      return obtained.token;
    } catch (error) {
      if (error instanceof Problem && error.code === 'upstream-auth-required') this.lost(key);
      throw error;
    }
  }

  /** The one at hand serves meanwhile; when nothing comes of it, it serves to its end. */
  private renewAhead(
    key: string,
    server: RegisteredServer,
    owner: ConnectionOwner,
    held: HeldToken,
    now: number,
  ): void {
    held.renewAt = now + againMs;
    this.obtain(key, server, owner, { isAhead: true }).catch((error: unknown) => {
      this.logger.debug('upstream-credential.not-renewed-ahead', { server: server.handle, error });
    });
  }

  /** Somebody must connect: whoever watches learns it once. */
  private lost(key: string): void {
    this.tellAll('needs_auth', this.held.drop(key));
  }

  private async refusedAgain(server: RegisteredServer, owner: ConnectionOwner): Promise<Problem> {
    const { detail, extras } = await this.wanted.problem(
      server,
      owner,
      'The server refuses a token that its authorization server gave a moment ago. Connecting it anew may help.',
    );
    return new Problem('upstream-auth-refused', detail, { ...extras, retryAfterMs: refusedAgainMs });
  }

  /** Another process has changed it. */
  private async tell(id: string): Promise<void> {
    try {
      const found = await this.store.findById(id);
      this.tellAll(found?.state === 'ok' ? 'connected' : 'needs_auth', found);
    } catch (error) {
      this.logger.warn('upstream-credential.not-told', { connection: id, error });
    }
  }

  private tellAll(
    what: CredentialChange['what'],
    credential: Pick<Credential, 'serverId' | 'owner'> | undefined,
  ): void {
    if (credential === undefined) return;
    const { serverId, owner } = credential;
    for (const listener of this.listeners) listener({ what, serverId, owner });
  }

  private async compare(): Promise<void> {
    try {
      const held = [...this.held.versions()];
      for (let at = 0; at < held.length; at += idsAtOnce) {
        const some = held.slice(at, at + idsAtOnce);
        const now = await this.store.versions(some.map(([id]) => id));
        for (const [id, version] of some) if (now.get(id) !== version) this.held.dropById(id);
      }
    } catch (error) {
      this.logger.warn('upstream-credential.not-compared', { error });
    }
  }
}

function authed(server: RegisteredServer): AuthedServer {
  const asked = authedOf(server);
  if (asked === undefined) throw new Error(`The server ${server.handle} has no auth.`);
  return asked;
}
