import { LRUCache } from 'lru-cache';
import type { Principal } from '../../kernel/principal.js';
import { isLive, principalOf, type AccessToken, type TokenWithStanding } from './access-token.js';

/** A token that was seen lately. */
interface Known {
  token: AccessToken;
  readonly expiresAt: number;
  readonly idleMs: number;
  principal: Principal;
  lastUsedAt: number;
  /** What the database knows of `lastUsedAt`. */
  storedUseAt: number;
}

const maxKnown = 10_000;
const maxRejected = 10_000;
const rejectedForMs = 30_000;
const forgottenAfterMs = 600_000;

/** Tokens seen lately, by the token itself, so that telling whose it is costs a lookup in a map. Both sides are bounded. */
export class TokenMemory {
  private readonly known = new LRUCache<string, Known>({
    max: maxKnown,
    dispose: (known) => this.texts.delete(known.token.id),
  });
  private readonly texts = new Map<string, string>();
  private readonly rejected = new LRUCache<string, true>({ max: maxRejected, ttl: rejectedForMs });
  /** Grows with each token that is forgotten, so that a lookup under way can tell that it may have read an old state. */
  epoch = 0;

  /** The principal of a token that lives, `null` for one that is known to be no good, `undefined` when it must be looked up. */
  recall(text: string, now: number): Principal | null | undefined {
    const known = this.known.get(text);
    if (known === undefined) return this.rejected.has(text) ? null : undefined;
    if (now >= known.expiresAt || now >= known.lastUsedAt + known.idleMs) {
      this.forget(known.token.id);
      return null;
    }
    known.lastUsedAt = now;
    return known.principal;
  }

  /** The principal of a token by its id, as far as it is known and lives. It is not used by that. */
  find(id: string, now: number): Principal | undefined {
    const known = this.known.peek(this.texts.get(id) ?? '');
    const isLive = known !== undefined && now < known.expiresAt && now < known.lastUsedAt + known.idleMs;
    return isLive ? known.principal : undefined;
  }

  /** Keeps what the database says about a token; the principal if it is of use. */
  learn(text: string, found: TokenWithStanding | undefined, now: number): Principal | undefined {
    const principal = found !== undefined && isLive(found.token, now) ? principalOf(found) : undefined;
    if (found === undefined || principal === undefined) {
      this.known.delete(text);
      // What sleeps may wake at any moment.
      if (found?.sleeps !== true) this.rejected.set(text, true);
      return undefined;
    }
    const { token } = found;
    this.known.set(text, {
      token,
      expiresAt: token.expiresAt ?? Infinity,
      idleMs: token.idleMs ?? Infinity,
      principal,
      lastUsedAt: now,
      storedUseAt: token.lastUsedAt ?? 0,
    });
    this.texts.set(token.id, text);
    return principal;
  }

  /** Last uses of tokens of these grants, as far as the tokens are known here. */
  usesOfGrants(grantIds: ReadonlySet<string>): (readonly [grantId: string, at: number])[] {
    return [...this.known.values()].flatMap(({ token: { grantId }, lastUsedAt }) =>
      grantId !== null && grantIds.has(grantId) ? [[grantId, lastUsedAt] as const] : [],
    );
  }

  /** From now on the token must be looked up again. */
  forget(...ids: readonly string[]): void {
    this.epoch++;
    for (const id of ids) this.known.delete(this.texts.get(id) ?? '');
  }

  clear(): void {
    this.epoch++;
    this.known.clear();
  }

  /** Ids of all known tokens; those unused for ten minutes are dropped first. */
  ids(now: number): string[] {
    for (const { token, lastUsedAt, storedUseAt } of [...this.known.values()])
      if (now - lastUsedAt > forgottenAfterMs && storedUseAt >= lastUsedAt) this.forget(token.id);
    return [...this.texts.keys()];
  }

  /** Compares with what the database says now: tokens that are gone or revoked are forgotten, changed standings taken over. */
  refresh(asked: readonly string[], found: readonly TokenWithStanding[], now: number): void {
    const byId = new Map(found.map((row) => [row.token.id, row]));
    for (const id of asked) {
      const known = this.known.peek(this.texts.get(id) ?? '');
      const row = byId.get(id);
      if (known === undefined) continue;
      const principal = row?.token.revokedAt === null ? principalOf(row) : undefined;
      if (row === undefined || principal === undefined || !isLive({ ...row.token, lastUsedAt: now }, now))
        this.forget(id);
      else if (row.token.binding !== known.token.binding || !sameStanding(known.principal, principal)) {
        known.token = row.token;
        known.principal = principal;
      }
    }
  }

  /** Uses that the database does not know and whose token was last stored more than `ageMs` ago; they count as stored from now on. */
  takeUses(ageMs: number, now: number, limit: number): { id: string; at: number }[] {
    const uses: { id: string; at: number }[] = [];
    for (const known of this.known.values()) {
      if (uses.length === limit) break;
      if (known.lastUsedAt <= known.storedUseAt || now - known.storedUseAt < ageMs) continue;
      known.storedUseAt = known.lastUsedAt;
      uses.push({ id: known.token.id, at: known.lastUsedAt });
    }
    return uses;
  }

  /** When the token was last used as far as this process knows. */
  lastUse(id: string): number | undefined {
    return this.known.peek(this.texts.get(id) ?? '')?.lastUsedAt;
  }
}

function sameStanding(one: Principal, other: Principal): boolean {
  return (
    one.scopes.size === other.scopes.size &&
    [...one.scopes].every((scope) => other.scopes.has(scope)) &&
    (one.kind !== 'user' ||
      (other.kind === 'user' && one.role === other.role && one.operator === other.operator))
  );
}
