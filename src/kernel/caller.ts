import type { Principal } from './principal.js';

/**
 * Whose connections somebody uses: all of an account the same, each person those with what that person has of a server, or an app's keys
 * those with what the app has of its own.
 */
export type ConnectionOwner =
  | { readonly kind: 'account'; readonly accountId: string }
  | { readonly kind: 'person'; readonly accountId: string; readonly userId: string }
  | { readonly kind: 'app'; readonly accountId: string; readonly appId: string };

/** Somebody who asks, as all that reaches servers knows them: made once, where the token is known, and handed on. */
export interface Caller<P extends Principal = Principal> {
  readonly principal: P;
  readonly owner: ConnectionOwner;
}

/** The caller behind a token. Whose credential counts at a server is for `credentialOwnerOf` to say. */
export function callerOf<P extends Principal>(principal: P): Caller<P> {
  return { principal, owner: { kind: 'account', accountId: principal.accountId } };
}

/** The same text for the same owner, and for no other. */
export function keyOfOwner(owner: ConnectionOwner): string {
  switch (owner.kind) {
    case 'account':
      return owner.accountId;
    case 'person':
      return `${owner.accountId} ${owner.userId}`;
    case 'app':
      return `${owner.accountId} ${owner.appId}`;
  }
}
