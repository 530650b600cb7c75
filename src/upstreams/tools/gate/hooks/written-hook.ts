import type { Hook } from '../../../../apps/document/policies/hooks.schema.js';
import type { PolicyLayer } from '../policy-layers.js';

/** A hook, and who wrote it. */
export interface WrittenHook {
  readonly hook: Hook;
  readonly by: PolicyLayer['by'];
  /** Where it stands, see `placeOfPolicies`. */
  readonly pointer: string;
}
