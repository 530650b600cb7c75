import type { Role } from '../../kernel/principal.js';
import type { Account } from '../people/person.js';

export const callerKinds = ['user', 'role', 'key', 'client'] as const;
export type CallerKind = (typeof callerKinds)[number];

/**
 * How far a name can be trusted: `known` to the gateway; `invited`, an address that the account invited and that nobody has verified; `claimed`,
 * an address that the person, or a provider that does not speak for it, says is theirs.
 */
type NameTrust = 'known' | 'invited' | 'claimed';

/** A name that patterns match: `user` an address, `role` a role, `key` the name of a key, `client` how a client is known. */
export interface CallerName {
  readonly kind: CallerKind;
  readonly value: string;
  readonly trust: NameTrust;
}

/** A caller as policies know it. */
export interface CallerIdentity {
  /** The account that it acts in, in which its names are valid. */
  readonly account: Pick<Account, 'id' | 'slug' | 'operator'>;
  readonly names: readonly CallerName[];
  /** `$caller` of expressions, and `caller` in the questions of policy hooks. */
  readonly shown: {
    readonly kind: 'user' | 'key' | 'client';
    readonly id: string;
    /** Slug. */
    readonly account: string;
    readonly email?: string;
    readonly emailVerified?: boolean;
    /** The name that the person chose, or that was given to the key. Of a client, what it calls itself. */
    readonly name?: string;
    readonly role?: Role;
    /** How the client is known: its `client_id`, or the client that a key was made for. */
    readonly client?: string;
  };
}
