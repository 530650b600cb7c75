import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import { newId } from '../../kernel/id.js';
import { Config } from '../../platform/config/config.js';
import { Keyring } from '../../platform/security/keyring.js';
import { PeopleStore } from '../people/people-store.port.js';
import type { Membership, User } from '../people/person.js';
import { KnownBrowsers } from './known-browsers.js';
import { lacksFactor } from './required-factor.js';
import { SessionPlaces } from './session-places.service.js';
import { SessionStore, type Session, type SignInPlace } from './session-store.port.js';
import { randomBase62 } from '../tokens/token-format.js';

const hour = 3_600_000;
const purpose = 'browser session';

/** Somebody who is signed in. */
export interface SignedIn {
  readonly sessionId: string;
  /** Id of the issuer at which they did it; `null` with a password or a passkey of ours. */
  readonly provider: string | null;
  readonly secondFactor: boolean;
  /** Which was shown, if that is known: `totp`, `recovery`, or the id of a passkey. */
  readonly factor: string | null;
  readonly user: User;
  /** Those that the browser may act in: at least one, oldest first. */
  readonly memberships: readonly [Membership, ...Membership[]];
}

/** Somebody who is signed in, in whatever accounts. */
export interface Presence extends Omit<SignedIn, 'memberships'> {
  /** All in which the session's provider speaks for the person, oldest first. */
  readonly memberships: readonly Membership[];
}

/** Browser sessions: a random secret in a cookie, its digest in the database. */
@Injectable()
export class Sessions {
  constructor(
    private readonly store: SessionStore,
    private readonly people: PeopleStore,
    private readonly places: SessionPlaces,
    private readonly memory: KnownBrowsers,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** A new session for a user who has just proved to be one; `replaced`, the secret that the browser had before, is good no more. */
  async begin(
    userId: string,
    { replaced, ...place }: Partial<SignInPlace> & { readonly replaced?: string | undefined } = {},
  ): Promise<{ secret: string; maxAgeMs: number }> {
    const secret = randomBase62(32);
    const now = this.clock.now();
    const maxAgeMs = this.config.values.SESSION_HOURS * hour;
    if (replaced !== undefined) await this.end(replaced);
    await this.store.insert({
      ...{ address: null, userAgent: null, provider: null, secondFactor: false, factor: null, ...place },
      id: newId('ses'),
      userId,
      secretDigest: this.keyring.digest(purpose, secret),
      createdAt: now,
      expiresAt: now + maxAgeMs,
    });
    return { secret, maxAgeMs };
  }

  /** Who is signed in, as far as their accounts let this browser in. */
  async find(secret: string): Promise<SignedIn | undefined> {
    const visit = await this.findVisit(secret);
    const [first, ...others] = visit?.memberships.filter((place) => !lacksFactor(visit, place)) ?? [];
    return visit === undefined || first === undefined
      ? undefined
      : { ...visit, memberships: [first, ...others] };
  }

  /** Who is signed in, also where an account of theirs asks for a second factor that was not shown. */
  async findVisit(secret: string): Promise<Presence | undefined> {
    const session = await this.findLive(secret);
    if (session === undefined) return undefined;
    const user = await this.people.findUser(session.userId);
    const { id: sessionId, provider, secondFactor, factor } = session;
    const memberships = await this.places.list(session);
    return user && { sessionId, provider, secondFactor, factor, user, memberships };
  }

  /** The session of a secret, unless its time is over. */
  async findLive(secret: string): Promise<Session | undefined> {
    const session = await this.stored(secret);
    return session === undefined || session.expiresAt <= this.clock.now() ? undefined : session;
  }

  /** Whether a browser that was signed in a moment ago still is. */
  isLive({ sessionId }: Pick<SignedIn, 'sessionId'>): Promise<boolean> {
    return this.store.has(sessionId);
  }

  /** Whether a second factor was shown in this browser. */
  async hasShownFactor(id: string): Promise<boolean> {
    const [session] = await this.store.listByIds([id]);
    return session?.secondFactor === true;
  }

  async end(secret: string): Promise<void> {
    for (const secretDigest of this.keyring.digests(purpose, secret))
      await this.store.remove({ secretDigest });
    this.memory.forgetSecret(secret);
  }

  /** Signs a browser out by the id of its session: here at once, in other processes within seconds. */
  async endById(id: string): Promise<void> {
    await this.store.remove({ id });
    this.memory.forget(id);
  }

  /** A person's first factor was shown in this browser: what they have open in others, where none was, ends. Joins the transaction that is open. */
  async factorShown(userId: string, id: string, factor: string): Promise<void> {
    await this.endAllOf(userId, id);
    await this.store.setFactor({ userId, id }, factor);
  }

  /** A factor was taken away in this browser: others that were signed in with it are signed out. Joins the transaction that is open. */
  async factorGone(userId: string, id: string, factor: string): Promise<void> {
    await this.store.removeShown(userId, factor, id);
    this.memory.forgetUser(userId);
  }

  /** The last factor was taken away in this browser, which has shown none from now on; others that have shown any are signed out. Joins the transaction that is open. */
  async lastFactorGone(userId: string, id: string): Promise<void> {
    await this.store.removeShown(userId, undefined, id);
    await this.store.setFactor({ userId, id }, null);
    this.memory.forgetUser(userId);
  }

  /** Signs a user out in browsers that were signed in at a provider. Joins the transaction that is open. */
  async endAtProvider(userId: string, provider: string): Promise<void> {
    await this.store.removeAtProvider(userId, provider);
    this.memory.forgetUser(userId);
  }

  /** Signs a user out everywhere, e.g. when the password has changed; `except` in one browser. */
  async endAllOf(userId: string, except?: string): Promise<void> {
    await this.store.removeOf(userId, except);
    this.memory.forgetUser(userId);
  }

  /** Browsers of somebody who is taken out of an account speak for them no more there. Joins the transaction that is open. */
  async leaveAccount(userId: string): Promise<void> {
    this.memory.forgetUser(userId);
    await this.store.tellDeparture(userId);
  }

  private async stored(secret: string): ReturnType<SessionStore['find']> {
    for (const digest of this.keyring.digests(purpose, secret)) {
      const found = await this.store.find(digest);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}
