/** What a token may do: see tools, call them (and chat, run workflows), read or change apps, manage the account, run the gateway. */
export const scopes = ['tools:read', 'tools:call', 'apps:read', 'apps:write', 'account', 'operator'] as const;
export type Scope = (typeof scopes)[number];

export type Role = 'owner' | 'admin' | 'member';

interface Bearer {
  readonly tokenId: string;
  readonly accountId: string;
  readonly scopes: ReadonlySet<Scope>;
}

/** A person, through a user token (`gtu_…`). `operator`: a member of the account that runs this gateway. */
export interface UserPrincipal extends Bearer {
  readonly kind: 'user';
  readonly userId: string;
  readonly role: Role;
  readonly operator: boolean;
}

/** A program, through an app key (`gta_…`) that is bound to one app. */
export interface AppPrincipal extends Bearer {
  readonly kind: 'app';
  readonly appId: string;
}

/** Who is asking. Every service takes it first. */
export type Principal = UserPrincipal | AppPrincipal;

/** Whose something is that outlives a request: a person's in an account, or an app's, whichever of their tokens they show. */
export function ownerOf(principal: Principal): string {
  return principal.kind === 'app' ? principal.appId : `${principal.accountId} ${principal.userId}`;
}
