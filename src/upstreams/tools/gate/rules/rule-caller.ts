import type { Role } from '../../../../kernel/principal.js';

/** A caller as rules know it. */
export interface RuleCaller {
  /** What patterns are for: `user:<email>`, `role:<role>`, `key:<name>`, `client:<name>`, as many as it has. */
  readonly names: readonly string[];
  /** `$caller` of expressions. */
  readonly shown: {
    readonly kind: 'user' | 'key' | 'client';
    readonly id: string;
    readonly email?: string;
    readonly name?: string;
    readonly role?: Role;
  };
}
