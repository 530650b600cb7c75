/** What a token may do: see tools, call them (and chat, run workflows), read or change apps, manage the account, run the gateway. */
export const scopes = ['tools:read', 'tools:call', 'apps:read', 'apps:write', 'account', 'operator'] as const;
export type Scope = (typeof scopes)[number];

export const roles = ['owner', 'admin', 'member'] as const;
export type Role = (typeof roles)[number];

/** What a program's token is bound to (RFC 8707): a server by its `srv_…`, or an app by its `app_…`, the same whatever they are called. */
export type GrantResource =
  | { readonly kind: 'server'; readonly serverId: string }
  | { readonly kind: 'app'; readonly appId: string };

/** How far a program reaches that a person let in by OAuth. Each member narrows it further. */
export interface GrantReach {
  /** Absent: whatever the person reaches. */
  readonly resource?: GrantResource;
  /** Handles of the servers that the person left it, those of apps (`app.name`) too; absent: all. */
  readonly servers?: ReadonlySet<string>;
  /** Ids of the apps that the person left it; absent: all. */
  readonly apps?: ReadonlySet<string>;
}

/** The grant (`ogr_…`) that a program's token is of. */
export interface GrantBinding extends GrantReach {
  readonly grantId: string;
  /** Name of the program, as it gave it. */
  readonly client?: string;
  /** The `client_id` of the program: the address of its document, or the id of its registration. */
  readonly clientId?: string;
}

interface Bearer {
  readonly tokenId: string;
  readonly accountId: string;
  readonly scopes: ReadonlySet<Scope>;
}

/** The browser that somebody is signed in with. */
export interface BrowserSession {
  /** Milliseconds since the epoch. */
  readonly signedInAt: number;
  /** The account asks for a second factor that was not shown: little more is open to it than to show one. */
  readonly lacksFactor?: true;
}

/**
 * A person, through a user token (`gtu_…`) or a browser that is signed in (`tokenId` is then its `ses_…`). `operator`: an owner of the operator's
 * account at this moment, whatever the scopes; see `isOperator`.
 */
export interface UserPrincipal extends Bearer {
  readonly kind: 'user';
  readonly userId: string;
  readonly role: Role;
  readonly operator: boolean;
  /** Of a program that the person let in by OAuth (`gto_…`): it speaks for the person no further than this. Never an operator. */
  readonly grant?: GrantBinding;
  /** Of a browser: all that the person's role allows, for as long as it is signed in. */
  readonly session?: BrowserSession;
}

/** A program, through an app key (`gta_…`) that is bound to one app. */
export interface AppPrincipal extends Bearer {
  readonly kind: 'app';
  readonly appId: string;
  /** Name of the key. */
  readonly name?: string;
  /** Slug of the client that the key was made for. */
  readonly client?: string;
}

/** Who is asking. Every service takes it first. */
export type Principal = UserPrincipal | AppPrincipal;

/** Whether a caller may change and read what belongs to other accounts: an owner of the operator's account, with the scope `operator`. */
export function isOperator(principal: Principal): boolean {
  return principal.kind === 'user' && principal.operator && principal.scopes.has('operator');
}

/** The scopes that a program can get by OAuth; never another one. */
export const grantScopes = ['tools:read', 'tools:call'] as const satisfies readonly Scope[];

/**
 * Who can go on with something that outlives a request: a person in an account, whichever of their tokens they show; a program with the
 * person's grant, and then not even the person; or one key of an app, since rules tell the keys of an app apart.
 */
export function holderOf(principal: Principal): string {
  if (principal.kind === 'app') return `${principal.appId} ${principal.tokenId}`;
  const { accountId, userId, grant } = principal;
  return grant === undefined ? `${accountId} ${userId}` : `${accountId} ${userId} ${grant.grantId}`;
}

/**
 * What a caller stays the same by while its tokens are renewed: a program's grant, else the token itself. A browser is signed in to each
 * account of its person by itself, since the person may leave one of them.
 */
export function credentialOf(principal: Principal): string {
  if (principal.kind === 'app') return principal.tokenId;
  if (principal.session !== undefined) return `${principal.tokenId} ${principal.accountId}`;
  return principal.grant?.grantId ?? principal.tokenId;
}

/** Under what a request of the caller is open: with its token it ends, of a browser with its place in the account. */
export function openUnder(principal: Principal): string {
  return principal.kind === 'user' && principal.session !== undefined
    ? credentialOf(principal)
    : principal.tokenId;
}

/**
 * As whom something acts that goes on by itself: its token, its grant, or the person (`usr_…`) who began it in a browser and has signed out
 * since.
 */
export function mandateOf(principal: Principal): string {
  return principal.kind === 'user' && principal.session !== undefined
    ? principal.userId
    : credentialOf(principal);
}

/** Whether a credential is a browser's, `ses_… acc_…`. */
export function isSessionCredential(credential: string): boolean {
  return credential.startsWith('ses_');
}

/** Whether a credential is the grant of a program. */
export function isGrantId(credential: string): boolean {
  return credential.startsWith('ogr_');
}
