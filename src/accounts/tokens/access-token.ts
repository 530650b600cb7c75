import {
  grantScopes,
  scopes as allScopes,
  type AppPrincipal,
  type Principal,
  type Role,
  type Scope,
} from '../../kernel/principal.js';
import { runsGateway } from '../people/person.js';
import { readReach } from './kept-reach.js';

const dayMs = 86_400_000;

export type TokenKind = 'user' | 'app';

/** Where a token came from: a device login, BOOTSTRAP_TOKEN, the first start, an app's owner, or OAuth. */
export type TokenSource = 'device' | 'bootstrap' | 'first-start' | 'app' | 'grant';

/** A token as it is kept. Times in milliseconds since the epoch. */
export interface AccessToken {
  readonly id: string;
  readonly kind: TokenKind;
  readonly source: TokenSource;
  readonly accountId: string;
  readonly userId: string | null;
  readonly appId: string | null;
  /** Who uses it, for the lists: `gantry-cli on ana-mbp`. */
  readonly name: string;
  /** Of a key that was made for a client: its slug. Its next key takes this one's place. */
  readonly client: string | null;
  /** Of a program's token: its `client_id`; `null` also for tokens of before it was kept. */
  readonly oauthClient: string | null;
  /** Of a program's token: its grant, and how far that reaches (as `printReach` writes it; `null` is all). */
  readonly grantId: string | null;
  readonly binding: string | null;
  readonly digest: string;
  readonly hint: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly idleMs: number | null;
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
}

/** A token as its owner sees it; a browser that is signed in is seen as one. */
export interface ShownToken extends Pick<
  AccessToken,
  'id' | 'kind' | 'name' | 'client' | 'hint' | 'scopes' | 'createdAt' | 'expiresAt' | 'lastUsedAt'
> {
  readonly source: TokenSource | 'browser';
}

/** What the owner of a token is, at the moment of asking; `undefined` for one who has left the account. */
export interface Standing {
  readonly role: Role;
  /** Whether the account is the operator's. */
  readonly ofOperator: boolean;
}

/** A token with what is needed to tell whom it speaks for. */
export interface TokenWithStanding {
  readonly token: AccessToken;
  readonly standing: Standing | undefined;
  /** Whether the owner's place sleeps until the next sign-in at an issuer. */
  readonly sleeps: boolean;
}

/** Whether the token is neither revoked, nor expired, nor unused for too long. */
export function isLive(
  token: Pick<AccessToken, 'revokedAt' | 'expiresAt' | 'idleMs' | 'lastUsedAt' | 'createdAt'>,
  now: number,
): boolean {
  return (
    token.revokedAt === null &&
    (token.expiresAt === null || now < token.expiresAt) &&
    (token.idleMs === null || now < (token.lastUsedAt ?? token.createdAt) + token.idleMs)
  );
}

/** Whom the token speaks for; nobody when its user is no longer a member of the account. */
export function principalOf({ token, standing }: TokenWithStanding): Principal | undefined {
  const bearer = { tokenId: token.id, accountId: token.accountId };
  if (token.kind === 'app')
    return token.appId === null
      ? undefined
      : { kind: 'app', appId: token.appId, ...namesOf(token), ...bearer, scopes: new Set(token.scopes) };
  if (token.userId === null || standing === undefined) return undefined;
  const { role, ofOperator } = standing;
  if (token.grantId !== null) {
    const scopes = new Set(grantScopes.filter((scope) => token.scopes.includes(scope)));
    const client = {
      client: token.name,
      ...(token.oauthClient === null ? {} : { clientId: token.oauthClient }),
    };
    const grant = { grantId: token.grantId, ...client, ...readReach(token.binding) };
    return { kind: 'user', userId: token.userId, role, operator: false, ...bearer, scopes, grant };
  }
  const operator = runsGateway({ role, account: { operator: ofOperator } });
  const scopes = new Set(grantable(token.scopes, operator));
  return { kind: 'user', userId: token.userId, role, operator, ...bearer, scopes };
}

function namesOf({ name, client }: AccessToken): Pick<AppPrincipal, 'name' | 'client'> {
  return { name, ...(client === null ? {} : { client }) };
}

/** The scopes of `wanted` that a user can hand on: `operator` is for operators. */
function grantable(wanted: readonly Scope[], operator: boolean): Scope[] {
  return allScopes.filter((scope) => wanted.includes(scope) && (scope !== 'operator' || operator));
}

/** Whether what a program has begun with such a token goes on: its time may be over, its grant is not. */
export function isHeld({ token, standing }: TokenWithStanding, openDays: number, now: number): boolean {
  return (
    token.grantId !== null &&
    token.revokedAt === null &&
    standing !== undefined &&
    now < token.createdAt + openDays * dayMs
  );
}
