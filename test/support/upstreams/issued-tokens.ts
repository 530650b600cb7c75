import { randomBytes } from 'node:crypto';

/** What a token stands for. */
export interface TokenTerms {
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly resource: string | undefined;
  readonly person: string;
}

/** Everything that came of one authorization. */
interface Family {
  readonly terms: TokenTerms;
  isOver: boolean;
}

interface Issued {
  readonly access: string;
  readonly refresh: string;
  readonly scopes: readonly string[];
}

/** The tokens that a scripted authorization server gave, and what it makes of those that come back. */
export class IssuedTokens {
  /** A refresh is answered with a new refresh token, and the old one is good no more. */
  rotates = true;
  /** A refresh token that comes a second time ends all that came of its authorization (RFC 9700 §4.14.2). */
  endsFamilyOnReplay = true;
  /** How often a refresh was answered with tokens, and how often an old token came again. */
  refreshes = 0;
  replays = 0;
  /** Every token that was ever given: canaries for logs, databases and answers. */
  readonly given: string[] = [];
  private readonly access = new Map<string, Family>();
  private readonly refreshTokens = new Map<string, Family>();
  private readonly spent = new Map<string, Family>();

  begin(terms: TokenTerms): Issued {
    return this.issue({ terms, isOver: false });
  }

  /** `undefined`: `invalid_grant`. */
  refresh(token: string, clientId: string): Issued | undefined {
    const replayed = this.spent.get(token);
    if (replayed !== undefined) {
      this.replays++;
      if (this.endsFamilyOnReplay) replayed.isOver = true;
    }
    const family = this.refreshTokens.get(token);
    if (family === undefined || family.isOver || family.terms.clientId !== clientId) return undefined;
    this.refreshes++;
    if (!this.rotates) return this.issue(family, token);
    this.refreshTokens.delete(token);
    this.spent.set(token, family);
    return this.issue(family);
  }

  /** What a token that came with a request stands for; `undefined`: it is good for nothing. */
  of(access: string): TokenTerms | undefined {
    const family = this.access.get(access);
    return family === undefined || family.isOver ? undefined : family.terms;
  }

  /** Ends all access tokens, as time does; the refresh tokens stay. */
  expireAccess(): void {
    this.access.clear();
  }

  /** Ends all that came of the authorization of this token, as its person does at the service, or its program by revoking. */
  end(token: string): void {
    const family = this.access.get(token) ?? this.refreshTokens.get(token);
    if (family !== undefined) family.isOver = true;
  }

  /** The same for every token. */
  endAll(): void {
    for (const token of [...this.access.keys(), ...this.refreshTokens.keys()]) this.end(token);
  }

  /** Authorizations that are not over. */
  get live(): number {
    const families = new Set([...this.refreshTokens.values(), ...this.access.values()]);
    return [...families].filter(({ isOver }) => !isOver).length;
  }

  private issue(family: Family, kept?: string): Issued {
    const access = `at_${randomBytes(24).toString('hex')}`;
    const refresh = kept ?? `rt_${randomBytes(24).toString('hex')}`;
    this.access.set(access, family);
    this.refreshTokens.set(refresh, family);
    this.given.push(access, refresh);
    return { access, refresh, scopes: family.terms.scopes };
  }
}
