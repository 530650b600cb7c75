import type { ApprovalTerms, ApprovalWay } from '../../kernel/approval-way.js';
import { Problem } from '../../kernel/problems/problem.js';
import { ticketIn } from '../../upstreams/approvals/approval-problems.js';
import { ApprovalAwaited } from '../interpreter/approvals/approval-awaited.js';
import type { StepCall } from '../interpreter/tool-access.port.js';
import { WorkflowFailure } from '../interpreter/workflow-error.js';
import type { Run } from '../runs/run.js';
import { stepOf } from './step-of.js';

type AskingStep = Pick<StepCall, 'stepKey' | 'approvers' | 'approvalId'>;

/** How a step asks for an approval: its call goes on with it, whichever attempt of a `try` it is. */
export function wayOf({ id: runId }: Run, { stepKey, approvers, approvalId: id }: AskingStep): ApprovalWay {
  return {
    ...{ door: `run ${runId} ${stepOf(stepKey)}`, id, again: 'goes-on', runId },
    terms: approvalTerms(approvers),
  };
}

/** What a document says about who approves a call of its. */
function approvalTerms(approvers: StepCall['approvers']): ApprovalTerms {
  return { roles: approvers?.roles, except: approvers?.exceptStarter === true ? 'caller' : undefined };
}

/** Problems are what documents can catch, but for an approval: that is waited for. */
export async function asFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const ticket = ticketIn(error);
    if (ticket !== undefined) throw new ApprovalAwaited(ticket);
    throw error instanceof Problem ? WorkflowFailure.ofProblem(error) : error;
  }
}
