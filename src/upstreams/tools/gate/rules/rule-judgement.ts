import type { RuleReason } from '../../../../kernel/hop.js';

/** What rules say about a call. */
export interface RuleJudgement {
  /** The strictest of what operator and app say; `allow` when no rule matches. */
  readonly decision: Exclude<RuleReason['decision'], 'pass' | 'change'>;
  /** Whether the call runs without secrets, if it runs. */
  readonly redacts: boolean;
  readonly reason?: string;
  /** The rule of each author that matched first. */
  readonly why: readonly RuleReason[];
}
