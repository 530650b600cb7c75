import { LRUCache } from 'lru-cache';
import type { Scope, UserPrincipal } from '../../kernel/principal.js';
import { runsGateway, type Membership } from '../people/person.js';
import { scopesOfRole } from '../people/role-scopes.js';
import { lacksFactor } from './required-factor.js';
import type { Session } from './session-store.port.js';

/** A browser that was seen lately. */
interface Known {
  readonly session: Session;
  /** Whom it speaks for in each account, the person's oldest first. */
  places: readonly BrowserPlace[];
  lastUsedAt: number;
}

/** A browser in one of its person's accounts. */
export interface BrowserPlace {
  readonly accountId: string;
  readonly slug: string;
  readonly principal: UserPrincipal;
}

const maxKnown = 10_000;
const maxRejected = 10_000;
const rejectedForMs = 30_000;
const forgottenAfterMs = 600_000;

/** What a browser may that lacks the second factor its account asks for. */
const powerless = { operator: false, scopes: new Set<Scope>() };

/** Browsers seen lately, by the secret of their cookie, so that telling whose it is reads no database. Both sides are bounded. */
export class KnownBrowsers {
  private readonly known = new LRUCache<string, Known>({
    max: maxKnown,
    dispose: ({ session }) => this.secrets.delete(session.id),
  });
  private readonly secrets = new Map<string, string>();
  private readonly rejected = new LRUCache<string, true>({ max: maxRejected, ttl: rejectedForMs });
  /** Grows with each session that is forgotten, so that a lookup under way can tell that it may have read an old state. */
  epoch = 0;

  /** The places of a browser, `null` for a secret that is known to be no good, `undefined` when it must be looked up. */
  recall(secret: string, now: number): readonly BrowserPlace[] | null | undefined {
    const known = this.known.get(secret);
    if (known === undefined) return this.rejected.has(secret) ? null : undefined;
    if (now >= known.session.expiresAt) {
      this.forget(known.session.id);
      return null;
    }
    known.lastUsedAt = now;
    return known.places;
  }

  /** Keeps what the database says about a secret; nothing for one without a session. */
  learn(secret: string, session: Session | undefined, memberships: readonly Membership[], now: number): void {
    const isLive = session !== undefined && now < session.expiresAt && memberships.length > 0;
    if (!isLive) {
      this.known.delete(secret);
      this.rejected.set(secret, true);
      return;
    }
    this.known.set(secret, { session, places: placesOf(session, memberships), lastUsedAt: now });
    this.secrets.set(session.id, secret);
  }

  /** From now on the session must be looked up again. */
  forget(id: string): void {
    this.epoch++;
    const secret = this.secrets.get(id);
    if (secret !== undefined) this.known.delete(secret);
  }

  forgetSecret(secret: string): void {
    this.epoch++;
    this.known.delete(secret);
  }

  forgetUser(userId: string): void {
    this.epoch++;
    for (const { session } of [...this.known.values()])
      if (session.userId === userId) this.forget(session.id);
  }

  clear(): void {
    this.epoch++;
    this.known.clear();
  }

  /** Ids of all known sessions; those unused for ten minutes are dropped first. */
  ids(now: number): string[] {
    for (const { session, lastUsedAt } of [...this.known.values()])
      if (now - lastUsedAt > forgottenAfterMs) this.forget(session.id);
    return [...this.secrets.keys()];
  }

  /** Takes over what the person may do now. */
  refresh(id: string, memberships: readonly Membership[]): void {
    const known = this.known.peek(this.secrets.get(id) ?? '');
    if (known === undefined) return;
    const places = placesOf(known.session, memberships);
    if (!isSame(known.places, places)) known.places = places;
  }
}

/** Whom a browser speaks for in the accounts of its person. */
export function placesOf(session: Session, memberships: readonly Membership[]): readonly BrowserPlace[] {
  const { id, userId, createdAt: signedInAt } = session;
  return memberships.map((membership) => {
    const person = { ...personIn(userId, membership), tokenId: id };
    return {
      accountId: membership.account.id,
      slug: membership.account.slug,
      principal: lacksFactor(session, membership)
        ? { ...person, ...powerless, session: { signedInAt, lacksFactor: true } }
        : { ...person, session: { signedInAt } },
    };
  });
}

/** A person in one account, without a token: with all that the role allows. */
export function personIn(userId: string, membership: Membership): Omit<UserPrincipal, 'tokenId'> {
  const { account, role } = membership;
  const operator = runsGateway(membership);
  const scopes = new Set(scopesOfRole(membership));
  return { kind: 'user', userId, role, operator, accountId: account.id, scopes };
}

function isSame(one: readonly BrowserPlace[], other: readonly BrowserPlace[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ accountId, slug, principal: { role, operator, session } }, index) => {
      const its = other[index];
      return (
        its?.accountId === accountId &&
        its.slug === slug &&
        its.principal.role === role &&
        its.principal.operator === operator &&
        its.principal.session?.lacksFactor === session?.lacksFactor
      );
    })
  );
}
