import { Injectable } from '@nestjs/common';
import type { ConnectionOwner } from '../../../kernel/caller.js';
import { newId } from '../../../kernel/id.js';
import { Clock } from '../../../kernel/pacing/clock.js';
import { Problem } from '../../../kernel/problems/problem.js';
import { Logger } from '../../../platform/logging/logger.js';
import { ClientIdentities } from '../client-identities.service.js';
import { ConnectionWanted } from '../connection-wanted.service.js';
import { problemOfOAuth } from '../credential-problems.js';
import type { AuthedServer } from '../dialogue/auth-place.js';
import { OAuthFailure } from '../dialogue/oauth-failure.js';
import type { Obtained } from '../held-tokens.js';
import { isSameAddress } from '../same-address.js';
import { RenewalFailures } from './renewal-failures.js';
import { CredentialStore, type CredentialChanges } from '../store/credential-store.port.js';
import { freshUntil, usableUntil, type Credential, type Tokens } from '../store/credential.js';
import type { ClientCredentialsAuth } from '../../declared/server-auth.js';
import { TokenVault } from '../token-vault.js';
import { TokenSources, type Renewed } from './token-sources.service.js';

/** Longer than the exchange may take: who holds it that long has died. */
const leaseMs = 15_000;
const pollMs = 50;
/** So often what was got is offered to a database that fails: it is to be had nowhere else. */
const rewriteMs = 500;

/** What a renewal is for. */
export interface Need {
  /** The token that is to be replaced although it has time left. */
  readonly refused?: string | undefined;
  /** The old one still serves: it is for later. */
  readonly isAhead?: boolean;
}

/**
 * Renews tokens, each once, whichever processes need it: the one that takes the lease of the row speaks to the authorization server, and the
 * others wait for what it puts there. A renewal that fails forgets nothing.
 */
@Injectable()
export class Renewals {
  private readonly failures: RenewalFailures;

  constructor(
    private readonly store: CredentialStore,
    private readonly sources: TokenSources,
    private readonly clients: ClientIdentities,
    private readonly wanted: ConnectionWanted,
    private readonly vault: TokenVault,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {
    this.failures = new RenewalFailures(clock);
  }

  /** Throws `upstream-auth-required`, `upstream-client-needed`, `upstream-auth-unavailable`, `upstream-auth-refused`, `egress-denied`. */
  async obtain(asked: AuthedServer, owner: ConnectionOwner, need: Need = {}): Promise<Obtained> {
    const deadline = this.clock.now() + 2 * leaseMs;
    for (;;) {
      const found = await this.current(asked, owner);
      const tokens = isOfDeclaration(asked, found) ? this.vault.open(found) : undefined;
      const isOther = tokens !== undefined && tokens.access !== need.refused;
      if (isOther && this.isGood(found, need)) return obtained(asked, found, tokens);
      if (found.leaseUntil > this.clock.now()) await this.otherWorks(deadline);
      else {
        const lasting = isOther && this.clock.now() < usableUntil(found) ? tokens : undefined;
        const renewed = await this.renewOnce(asked, found, lasting);
        if (renewed !== undefined) return renewed;
      }
    }
  }

  private isGood(credential: Credential, { isAhead = false, refused }: Need): boolean {
    const now = this.clock.now();
    return now < (isAhead && refused === undefined ? freshUntil(credential) : usableUntil(credential));
  }

  /** The row, which is one that may be renewed. */
  private async current(asked: AuthedServer, owner: ConnectionOwner): Promise<Credential> {
    const { server, auth } = asked;
    const found = await this.store.find(server.id, owner);
    const isElsewhere = found !== undefined && !isSameAddress(found.address, asked.url);
    if (
      (found?.state === 'ok' && !isElsewhere) ||
      (found !== undefined && auth.type === 'client_credentials')
    )
      return found;
    if (auth.type === 'client_credentials') return this.opened(asked, auth, owner);
    const needed = this.clients.known(asked);
    if (needed !== undefined) throw needed;
    const reason =
      found === undefined
        ? `Nobody has connected the server "${server.handle}" yet.`
        : `The server "${server.handle}" must be connected again: ${isElsewhere ? reasons.elsewhere : (found.lastError ?? reasons.ended)}`;
    throw await this.wanted.problem(server, owner, reason);
  }

  /** A row to hold the lease of, where nobody has to connect. */
  private async opened(
    { server: { id: serverId, app }, url: address }: AuthedServer,
    auth: ClientCredentialsAuth,
    owner: ConnectionOwner,
  ): Promise<Credential> {
    const { clientId, scopes = [] } = auth;
    const credential: Credential = {
      ...{ id: newId('ucr'), serverId, owner, appId: app?.id, state: 'ok', version: 1, leaseUntil: 0 },
      ...{ sealed: undefined, address, issuer: issuerOf(auth), clientId, resource: undefined, scopes },
      ...{ wantedScopes: undefined, stepUps: [], issuedAt: undefined, expiresAt: undefined },
      ...{ connectedAt: this.clock.now(), lastError: undefined },
    };
    await this.store.insert(credential);
    return (await this.store.find(serverId, owner)) ?? credential;
  }

  private async otherWorks(deadline: number): Promise<void> {
    if (this.clock.now() >= deadline)
      throw new Problem(
        'upstream-auth-unavailable',
        'The token of the server is being renewed and does not come.',
        {
          retryAfterMs: 1000,
        },
      );
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }

  /** `undefined`: look again, it is not what it was. `lasting`: tokens that serve to their end. */
  private async renewOnce(
    asked: AuthedServer,
    found: Credential,
    lasting: Tokens | undefined,
  ): Promise<Obtained | undefined> {
    this.failures.requireDue(found.id);
    try {
      // All that can fail without touching what there is comes before the lease.
      const source = await this.sources.prepare(asked, found);
      if (typeof source === 'string') {
        if (source !== 'moved' && lasting !== undefined) return obtained(asked, found, lasting);
        await this.needsAuth(found, reasons[source], source === 'moved' ? { sealed: undefined } : {});
        return undefined;
      }
      const leaseUntil = this.clock.now() + leaseMs;
      if (!(await this.store.change(found.id, found.version, { leaseUntil }))) return undefined;
      return await this.exchanged(asked, { ...found, leaseUntil, version: found.version + 1 }, source);
    } catch (error) {
      throw this.failed(found, error);
    }
  }

  private async exchanged(
    asked: AuthedServer,
    held: Credential,
    renew: () => Promise<Renewed>,
  ): Promise<Obtained | undefined> {
    let renewed: Renewed;
    try {
      renewed = await renew();
    } catch (error) {
      if (error instanceof OAuthFailure && this.isFinal(asked, held, error))
        return this.refused(asked, held, error);
      await this.store.change(held.id, held.version, { leaseUntil: 0, lastError: shortOf(error) });
      throw error;
    }
    const changes = this.changesOf(asked, held, renewed);
    if (await this.put(held, changes)) {
      this.failures.clear(held.id);
      const credential = { ...held, ...changes, version: held.version + 1 };
      return obtained(asked, credential, renewed.tokens);
    }
    await this.leftOver(held, renewed);
    return undefined;
  }

  /** The former refresh token may be used up: what came in its place must not be lost while there is hope. */
  private async put(held: Credential, changes: CredentialChanges): Promise<boolean> {
    for (;;) {
      try {
        return await this.store.change(held.id, held.version, changes, 'renewed');
      } catch (error) {
        if (this.clock.now() + rewriteMs > held.leaseUntil) throw error;
        this.logger.error('upstream-credential.not-kept', { connection: held.id, error });
        await new Promise((resolve) => setTimeout(resolve, rewriteMs));
      }
    }
  }

  private changesOf(
    { auth, url: address }: AuthedServer,
    held: Credential,
    { tokens, expiresIn, scopes }: Renewed,
  ) {
    const now = this.clock.now();
    // A declaration that names another client, or another place, has other tokens.
    const of =
      auth.type === 'client_credentials'
        ? { address, issuer: issuerOf(auth), clientId: auth.clientId }
        : undefined;
    return {
      ...of,
      sealed: this.vault.seal({ ...held, ...of }, tokens),
      issuedAt: now,
      expiresAt: expiresIn === undefined ? undefined : now + expiresIn * 1000,
      ...(scopes === undefined ? {} : { scopes }),
      state: 'ok',
      leaseUntil: 0,
      lastError: undefined,
    } as const satisfies CredentialChanges;
  }

  /** Whether it will not be otherwise when asked again. What is wrong with a client of ours can be mended, and then the grant is good. */
  private isFinal(asked: AuthedServer, { issuer, clientId }: Credential, { kind }: OAuthFailure): boolean {
    if (kind === 'client') return !this.clients.isOwn(asked, issuer, clientId);
    return kind === 'grant' || kind === 'refused';
  }

  /** The grant is over, unless somebody else has another one by now. */
  private async refused({ auth }: AuthedServer, held: Credential, error: OAuthFailure): Promise<undefined> {
    const latest = await this.store.findById(held.id);
    if (latest?.version !== held.version) return;
    if (error.kind === 'client') await this.clients.forget(held.issuer, held.clientId);
    await this.needsAuth(held, shortOf(error));
    // Nobody can connect it; the next try may find the declaration mended.
    if (auth.type === 'client_credentials') throw error;
  }

  private async needsAuth(
    { id, version }: Credential,
    lastError: string,
    more: CredentialChanges = {},
  ): Promise<void> {
    const changes = { ...more, state: 'needs_auth', leaseUntil: 0, lastError } as const;
    if (await this.store.change(id, version, changes, 'needs_auth'))
      this.logger.warn('upstream-credential.needs-auth', { connection: id, why: lastError });
  }

  /** Somebody has disconnected meanwhile: what has just come is of no use. */
  private async leftOver(held: Credential, renewed: Renewed): Promise<void> {
    if ((await this.store.findById(held.id)) !== undefined) return;
    await renewed.revoke().catch((error: unknown) => {
      this.logger.warn('upstream-credential.not-revoked', { connection: held.id, error });
    });
  }

  private failed({ id }: Credential, error: unknown): unknown {
    const problem = problemOfOAuth(error);
    if (!(error instanceof OAuthFailure) || !(problem instanceof Problem)) return problem;
    const pauseMs = this.failures.add(id, problem);
    this.logger.warn('upstream-credential.not-renewed', { connection: id, why: error.message, pauseMs });
    return problem;
  }
}

/** Completes "The server … must be connected again: …". */
const reasons = {
  ended: 'its token has ended, and there is nothing to renew it with.',
  'unknown-client': 'the client that its token was given to is gone.',
  elsewhere: 'it has another address than when it was connected.',
  moved: 'it has moved to another authorization server.',
} as const;

function obtained({ auth }: AuthedServer, credential: Credential, { access, refresh }: Tokens): Obtained {
  const isRenewable = auth.type === 'client_credentials' || refresh !== undefined;
  return { credential, token: access, isRenewable };
}

/** Tokens of client credentials belong to the client and the places that the declaration names now. */
function isOfDeclaration({ auth, url }: AuthedServer, { clientId, issuer, address }: Credential): boolean {
  if (auth.type === 'oauth') return true;
  return clientId === auth.clientId && issuer === issuerOf(auth) && isSameAddress(address, url);
}

function issuerOf({ tokenUrl }: ClientCredentialsAuth): string {
  return new URL(tokenUrl).origin;
}

function shortOf(error: unknown): string {
  return error instanceof OAuthFailure
    ? `its authorization server ${error.message}.`.slice(0, 500)
    : 'it could not be renewed.';
}
