import type { SharedPolicies } from '../../apps/document/policies.schema.js';
import { ruleVariables } from '../../apps/document/rules.schema.js';
import { faultsOf } from '../../platform/expressions/expression-faults.mjs';

interface RuleFault {
  /** Members on the way to the expression, from the declaration of the server. */
  readonly path: readonly (string | number)[];
  readonly detail: string;
}

/** What is wrong with the expressions of the operator's rules. They are the operator's own, so that they are read here and at once. */
export function ruleFaults(policies: SharedPolicies | undefined): RuleFault[] {
  return (policies?.rules ?? []).flatMap(({ match: { when } }, index) =>
    when === undefined
      ? []
      : faultsOf([{ pointer: '', text: when, known: ruleVariables }]).map(({ detail, position }) => ({
          path: ['policies', 'rules', index, 'match', 'when'],
          detail: position === undefined ? detail : `${detail} (character ${String(position)})`,
        })),
  );
}
