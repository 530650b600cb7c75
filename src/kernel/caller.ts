import type { Principal } from './principal.js';

/** Whose connections somebody uses: all of an account the same, or each person those with what that person has of a server. */
export type ConnectionOwner =
  | { readonly kind: 'account'; readonly accountId: string }
  | { readonly kind: 'person'; readonly accountId: string; readonly userId: string };

/** Somebody who asks, as all that reaches servers knows them: made once, where the token is known, and handed on. */
export interface Caller<P extends Principal = Principal> {
  readonly principal: P;
  readonly owner: ConnectionOwner;
}

/** The caller behind a token. Servers have no credentials of single persons yet: everybody uses the connections of their account. */
export function callerOf<P extends Principal>(principal: P): Caller<P> {
  return { principal, owner: { kind: 'account', accountId: principal.accountId } };
}

/** The same text for the same owner, and for no other. */
export function keyOfOwner(owner: ConnectionOwner): string {
  return owner.kind === 'account' ? owner.accountId : `${owner.accountId} ${owner.userId}`;
}
