import type { RuleReason } from '../../../../kernel/hop.js';
import { Problem } from '../../../../kernel/problems/problem.js';

/** What rules say about a call. */
export interface RuleJudgement {
  /** The strictest of what operator and app say; `allow` when no rule matches. */
  readonly decision: Exclude<RuleReason['decision'], 'pass' | 'change'>;
  /** Whether the call runs without secrets, if it runs. */
  readonly redacts: boolean;
  readonly reason?: string;
  /** The rule of each author that matched first, behind those that match a name that is only claimed. */
  readonly why: readonly RuleReason[];
}

/** What a rule that denies says without a reason. */
export const deniedByRule = 'A rule denies this call of the tool.';

const strictest = ['deny', 'ask', 'redact', 'allow'] as const;

/** What several that have decided come to: the strictest holds, in the words of the first that says it. */
export function ruleOutcomeOf(
  why: readonly { readonly decision: string; readonly reason?: string | undefined }[],
): Pick<RuleJudgement, 'decision' | 'reason'> {
  const decision = strictest.find((one) => why.some((rule) => rule.decision === one)) ?? 'allow';
  const reason = why.find((rule) => rule.decision === decision)?.reason;
  return { decision, ...(reason === undefined ? {} : { reason }) };
}

/** A rule whose expression fails: it refuses what it cannot be judged about. */
export class UnjudgedRule extends Problem {
  readonly verdict: RuleReason;

  constructor({ by, pointer }: RuleReason, why: string) {
    super('tool-denied', `The rule ${pointer} cannot be judged. ${why}`);
    this.verdict = { by, pointer, decision: 'deny', reason: this.message };
  }
}
