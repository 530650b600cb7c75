import type { Fault } from '../../kernel/problems/problem.js';

/** Something in a config that works, but hardly as it was meant. */
export interface ConfigWarning {
  /** kebab-case, stable. */
  readonly code: string;
  /** RFC 6901 pointer into the config. */
  readonly pointer: string;
  readonly detail: string;
}

/** What a check found: faults keep the config from being saved, warnings are told. */
export interface ConfigFindings {
  readonly faults: readonly Fault[];
  readonly warnings: readonly ConfigWarning[];
}
