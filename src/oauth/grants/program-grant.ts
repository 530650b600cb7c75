import type { GrantReach, GrantResource, Scope } from '../../kernel/principal.js';

/** A program as a grant remembers it: what people were told of it when they let it in. */
export interface GrantedProgram {
  readonly id: string;
  readonly name: string;
  readonly kind: 'document' | 'registered' | 'operator';
  /** Of its document. */
  readonly host: string | null;
}

/** What a grant reaches. Without `resource`: all endpoints for programs of the account. */
export interface GrantedReach {
  readonly resource: GrantResource | null;
  /** The resource's address, as its metadata spells it. */
  readonly address: string | null;
  /** Handles of servers to which a person narrowed it; `null`: all that it reaches. */
  readonly servers: readonly string[] | null;
  /** Ids of apps, likewise. */
  readonly apps: readonly string[] | null;
}

/** What a person leaves of it: all, or these servers and apps. */
export type Choice = Pick<GrantedReach, 'servers' | 'apps'>;

/** Who let whom in, to return where. There is one grant for each. */
export interface GrantParties {
  readonly accountId: string;
  readonly userId: string;
  readonly program: GrantedProgram;
  /** See `returnHostOf`. */
  readonly returnHost: string;
}

/** What a person has agreed to. */
export interface Agreement extends GrantParties, GrantedReach {
  readonly scopes: readonly Scope[];
}

/** A program that a person let in (RFC 6749 §1.3.1). Times in milliseconds since the epoch. */
export interface ProgramGrant extends GrantParties, GrantedReach {
  readonly id: string;
  /** All that its families have. */
  readonly scopes: readonly Scope[];
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  /** When it ends unless the program refreshes its tokens before. */
  readonly expiresAt: number;
}

/** What tells a grant from all others: one in the list per person, account, client, return host and resource. */
export function identityOf(
  { accountId, userId, program, returnHost }: GrantParties,
  reach: GrantedReach,
): string {
  return JSON.stringify([accountId, userId, program.id, returnHost, resourceKey(reach.resource)]);
}

/** How far tokens of the grant reach; `resource`, where the grant has none, narrows one token. */
export function tokenReachOf(
  { servers, apps, ...grant }: ProgramGrant,
  resource: GrantResource | null = grant.resource,
): GrantReach {
  return {
    ...(resource === null ? {} : { resource }),
    ...(servers === null ? {} : { servers: new Set(servers) }),
    ...(apps === null ? {} : { apps: new Set(apps) }),
  };
}

/** Whether the two reach the same, whatever the order of their lists. */
export function isSameReach(one: GrantedReach, other: GrantedReach): boolean {
  return (
    resourceKey(one.resource) === resourceKey(other.resource) &&
    listKey(one.servers) === listKey(other.servers) &&
    listKey(one.apps) === listKey(other.apps)
  );
}

export function isSameResource(one: GrantResource | null, other: GrantResource | null): boolean {
  return resourceKey(one) === resourceKey(other);
}

function resourceKey(resource: GrantResource | null): string {
  if (resource === null) return '';
  return resource.kind === 'server' ? `server ${resource.serverId}` : `app ${resource.appId}`;
}

function listKey(list: readonly string[] | null): string {
  return list === null ? 'all' : JSON.stringify([...list].sort());
}
