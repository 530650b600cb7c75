import type { RuleReason } from '../../../../kernel/hop.js';
import type { RuleJudgement } from '../rules/rule-judgement.js';

/** What decides about a call; of a hook, which is not asked, what it would say is unknown. */
export interface TrialReason extends Omit<RuleReason, 'decision'> {
  readonly decision: RuleReason['decision'] | 'unknown';
}

/** What the gate would say. */
export interface TrialOutcome extends Pick<RuleJudgement, 'decision' | 'reason'> {
  readonly why: readonly TrialReason[];
}
