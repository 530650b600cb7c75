import { WorkflowFailure, type WorkflowError } from './workflow-error.js';

const maxDetail = 2000;

/**
 * A competition that nobody won: an error that names those of all branches, with the type and status of the one that failed last. `key`: of
 * the fork; `branches`: keys of the branches; `errors`: in their order.
 */
export function allFailed(
  key: string,
  branches: readonly string[],
  errors: readonly WorkflowError[],
  last: WorkflowError,
): WorkflowFailure {
  const told = errors.map((error, index) => `${nameIn(branches[index] ?? '', key)}: ${textOf(error)}`);
  const detail = told.join(' ');
  const { type, status } = last;
  return new WorkflowFailure({
    ...{ type, status, title: 'All branches of the competition failed' },
    detail: detail.length > maxDetail ? `${detail.slice(0, maxDetail)}…` : detail,
    ...{ instance: key, errors },
  });
}

function nameIn(branch: string, fork: string): string {
  return branch.slice(fork.length + 1);
}

function textOf({ status, title, detail }: WorkflowError): string {
  const text = detail ?? title;
  return `${String(status)} ${text}${/[.!?…]$/.test(text) ? '' : '.'}`;
}
