import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import { newId } from '../../kernel/id.js';
import type { Page, PageRequest } from '../../kernel/page.js';
import {
  isGrantId,
  type GrantReach,
  type Principal,
  type Scope,
  type UserPrincipal,
} from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import { Cursors } from '../../platform/security/cursors.js';
import { Keyring } from '../../platform/security/keyring.js';
import { TokenVerifier } from '../../platform/security/token-verifier.port.js';
import {
  isHeld,
  isLive,
  principalOf,
  type AccessToken,
  type TokenSource,
  type TokenWithStanding,
} from './access-token.js';
import { printReach } from './kept-reach.js';
import { hintOf, isTokenShaped, mintToken } from './token-format.js';
import { TokenMemory } from './token-memory.js';
import { TokenStore } from './token-store.port.js';

const day = 86_400_000;
const purpose = 'access token';
/** Tokens that one grant has at once, ended ones of the last day among them: twenty machines get one an hour. */
const maxOfGrant = 500;
/** Tokens and keys of an account that are kept after their end: readers of records look for their names. */
const mostDead = 1000;

const noGrant = { oauthClient: null, grantId: null, binding: null };

/** For whom a token is made. */
interface Recipient {
  readonly accountId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
}

/** A new token: `text` is shown to its owner now and never again. */
export interface IssuedToken {
  readonly text: string;
  readonly token: AccessToken;
}

type NewToken = Omit<AccessToken, 'id' | 'digest' | 'hint' | 'createdAt' | 'lastUsedAt' | 'revokedAt'>;

/** User tokens (`gtu_…`), app keys (`gta_…`) and tokens of programs (`gto_…`): makes, verifies, lists and revokes them. */
@Injectable()
export class AccessTokens extends TokenVerifier {
  private readonly underWay = new Map<string, Promise<Principal | undefined>>();

  constructor(
    private readonly store: TokenStore,
    private readonly memory: TokenMemory,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly cursors: Cursors,
  ) {
    super();
  }

  verify(text: string, admit?: () => Promise<void>): Principal | undefined | Promise<Principal | undefined> {
    const recalled = this.memory.recall(text, this.clock.now());
    if (recalled !== undefined) return recalled ?? undefined;
    if (!isTokenShaped(text) && !this.isBootstrapToken(text)) return undefined;
    return this.lookUp(text, admit);
  }

  async findEnd(text: string): Promise<'expired' | 'revoked' | 'asleep' | undefined> {
    if (!isTokenShaped(text)) return undefined;
    const found = await this.store.findByDigest(this.keyring.digest(purpose, text));
    if (found === undefined) return undefined;
    const { token, sleeps } = found;
    if (!isLive(token, this.clock.now())) return token.revokedAt === null ? 'expired' : 'revoked';
    return sleeps ? 'asleep' : undefined;
  }

  /** A token for a person, good for TOKEN_DAYS and dead after TOKEN_IDLE_DAYS without use. Joins the transaction that is open. */
  issueToUser(
    to: Recipient & { readonly userId: string; readonly source: Exclude<TokenSource, 'app' | 'grant'> },
  ): Promise<IssuedToken> {
    const { TOKEN_DAYS, TOKEN_IDLE_DAYS } = this.config.values;
    return this.issue(mintToken('gtu'), {
      ...{ kind: 'user' as const, appId: null, client: null, ...noGrant, ...to },
      expiresAt: this.clock.now() + TOKEN_DAYS * day,
      idleMs: TOKEN_IDLE_DAYS * day,
    });
  }

  /**
   * A key for an app; it lives until `expiresAt`, until it is revoked, or, if it is of a client, until a newer one of that client is used.
   * Joins the transaction that is open.
   */
  issueToApp(
    to: Recipient & {
      readonly appId: string;
      readonly client: string | null;
      readonly expiresAt: number | null;
    },
  ): Promise<IssuedToken> {
    return this.issue(mintToken('gta'), {
      ...{ kind: 'app', source: 'app', userId: null, idleMs: null, ...noGrant, ...to },
    });
  }

  /**
   * A token (`gto_…`) for a program that a person let in; it lives until `expiresAt` (milliseconds since the epoch), or until its grant is
   * revoked. Scopes beyond those of programs open nothing. A grant has so many at once; the oldest gives way. Joins the transaction that is open.
   */
  async issueToGrant({
    binding,
    ...to
  }: Recipient & {
    readonly userId: string;
    readonly oauthClient: string;
    readonly grantId: string;
    readonly binding: GrantReach;
    readonly expiresAt: number;
  }): Promise<IssuedToken> {
    const issued = await this.issue(mintToken('gto'), {
      ...{ kind: 'user', source: 'grant', appId: null, client: null, idleMs: null },
      binding: printReach(binding),
      ...to,
    });
    this.memory.forget(...(await this.store.trimGrant(to.grantId, maxOfGrant)));
    return issued;
  }

  /** BOOTSTRAP_TOKEN as a token of the operator, and no other. A text that was revoked stays so. */
  async keepBootstrapToken(to: (Recipient & { readonly userId: string }) | undefined): Promise<void> {
    const text = this.config.values.BOOTSTRAP_TOKEN;
    const digest = text === undefined ? undefined : this.keyring.digest(purpose, text);
    this.memory.forget(...(await this.store.removeOtherBootstrap(digest)));
    if (text === undefined || to === undefined) return;
    await this.store.insertIfNew(
      this.describe(text, {
        ...{ kind: 'user', source: 'bootstrap', appId: null, client: null, ...noGrant },
        ...{ expiresAt: null, idleMs: null },
        ...to,
      }),
    );
  }

  /** How many live tokens were made with another SECRET_KEY, so that nobody can use them. */
  countOfOtherKeys(): Promise<number> {
    return this.store.countOfOtherKeys(this.keyring.keyIds);
  }

  /** Whether there are live tokens, and all of them were made with keys that are not there. */
  async areAllLost(): Promise<boolean> {
    return (await this.countOfOtherKeys()) > 0 && (await this.store.countOfKeys(this.keyring.keyIds)) === 0;
  }

  /** The tokens of the caller in the account, newest first, without the dead ones. */
  async listOwn({ accountId, userId }: UserPrincipal, request: PageRequest): Promise<Page<AccessToken>> {
    const page = await this.cursors.pageOfRows(
      `tokens ${accountId} ${userId}`,
      request,
      (limit, before) => this.store.listOfUser(accountId, userId, limit, before),
      ({ id }) => id,
    );
    return { ...page, items: this.living(page.items) };
  }

  /** The live keys of an app, newest first. */
  async listOfApp(accountId: string, appId: string): Promise<AccessToken[]> {
    return this.living(await this.store.listOfApp(accountId, appId));
  }

  /** The caller's own token. Throws `unauthorized` when it has just been revoked. */
  async getOwn({ tokenId }: Principal): Promise<AccessToken> {
    const [found] = this.living((await this.store.listByIds([tokenId])).map(({ token }) => token));
    if (found === undefined) throw new Problem('unauthorized');
    return found;
  }

  /**
   * Whom a credential (`credentialOf`) speaks for at this moment; nobody once it is dead or its owner has left. A grant speaks for its person
   * for as long as its program could get another token.
   */
  async findPrincipal(credential: string): Promise<Principal | undefined> {
    if (isGrantId(credential)) return this.findPrincipalOfGrant(credential);
    const known = this.memory.find(credential, this.clock.now());
    if (known !== undefined) return known;
    const [found] = await this.store.listByIds([credential]);
    const living = found === undefined ? [] : this.living([found.token]);
    return found === undefined || living.length === 0 ? undefined : principalOf(found);
  }

  /** Revokes a token of a user or an app in the account: here at once, in other processes within seconds. Throws `token-not-found`. */
  async revoke(
    id: string,
    of: { readonly accountId: string; readonly userId?: string; readonly appId?: string },
  ): Promise<void> {
    const revoked = await this.store.revoke(id, of, this.clock.now());
    this.memory.forget(id);
    if (!revoked) throw new Problem('token-not-found');
  }

  /** Revokes all tokens of a user, in one account or everywhere. Joins the transaction that is open. */
  async revokeOfUser(userId: string, accountId?: string): Promise<void> {
    this.memory.forget(...(await this.store.revokeOfUser(userId, accountId, this.clock.now())));
  }

  /** A user has another role in an account: what their tokens may do is looked up anew. Joins the transaction that is open. */
  async standingChanged(userId: string, accountId: string): Promise<void> {
    this.memory.forget(...(await this.store.touchStanding(userId, accountId)));
  }

  /** Revokes all tokens of a grant: here at once, in other processes within seconds, with what is open under them. Joins the transaction that is open. */
  async revokeOfGrant(grantId: string): Promise<void> {
    this.memory.forget(...(await this.store.revokeOfGrant(grantId, this.clock.now())));
  }

  private async findPrincipalOfGrant(grantId: string): Promise<Principal | undefined> {
    const [newest] = await this.store.listNewestOfGrants([grantId]);
    const { MCP_OAUTH, OAUTH_REFRESH_DAYS } = this.config.values;
    const isAlive = newest !== undefined && isHeld(newest, OAUTH_REFRESH_DAYS, this.clock.now());
    return isAlive && MCP_OAUTH === 'on' ? principalOf(newest) : undefined;
  }

  private living(tokens: readonly AccessToken[]): AccessToken[] {
    const now = this.clock.now();
    return tokens
      .map((token) => ({ ...token, lastUsedAt: this.memory.lastUse(token.id) ?? token.lastUsedAt }))
      .filter((token) => isLive(token, now));
  }

  private async issue(text: string, to: NewToken): Promise<IssuedToken> {
    const token = this.describe(text, to);
    await this.store.insert(token);
    await this.store.removeDead(token.accountId, token.createdAt, mostDead);
    return { text, token };
  }

  private describe(text: string, of: NewToken): AccessToken {
    return {
      ...of,
      id: newId('tok'),
      name: of.name.slice(0, 200),
      digest: this.keyring.digest(purpose, text),
      hint: hintOf(text),
      createdAt: this.clock.now(),
      lastUsedAt: null,
      revokedAt: null,
    };
  }

  private isBootstrapToken(text: string): boolean {
    const { BOOTSTRAP_TOKEN: known } = this.config.values;
    return known !== undefined && this.keyring.matches(purpose, text, this.keyring.digest(purpose, known));
  }

  private async lookUp(text: string, admit?: () => Promise<void>): Promise<Principal | undefined> {
    await admit?.();
    let answer = this.underWay.get(text);
    if (answer === undefined) {
      answer = this.ask(text).finally(() => this.underWay.delete(text));
      this.underWay.set(text, answer);
    }
    return answer;
  }

  /** A token that was made with an earlier SECRET_KEY is found by the present one from its first use on. */
  private async findByPreviousKey(text: string, digest: string): Promise<TokenWithStanding | undefined> {
    for (const previous of this.keyring.previousDigests(purpose, text)) {
      const found = await this.store.findByDigest(previous);
      if (found === undefined) continue;
      await this.store.changeDigest(found.token.id, digest);
      return found;
    }
    return undefined;
  }

  /** Asks again when a token was revoked meanwhile, so that an old answer is never kept. */
  private async ask(text: string): Promise<Principal | undefined> {
    const digest = this.keyring.digest(purpose, text);
    for (;;) {
      const { epoch } = this.memory;
      const found = (await this.store.findByDigest(digest)) ?? (await this.findByPreviousKey(text, digest));
      if (epoch !== this.memory.epoch) continue;
      const isShut = this.config.values.MCP_OAUTH === 'off' && found?.token.source === 'grant';
      const principal = this.memory.learn(text, isShut ? undefined : found, this.clock.now());
      if (principal !== undefined && found !== undefined) await this.takePlace(found.token);
      return principal;
    }
  }

  /** A client that uses its new key has no use for the one before. What cannot be written now is at the next look-up. */
  private async takePlace(token: AccessToken): Promise<void> {
    if (token.client === null) return;
    this.memory.forget(...(await this.store.revokeFormer(token, this.clock.now()).catch(() => [])));
  }
}
