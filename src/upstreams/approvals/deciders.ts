import type { ApprovalTerms } from '../../kernel/approval-way.js';
import { isOperator, type Principal, type Role } from '../../kernel/principal.js';
import type { ApprovalDeciders, PolicyAuthor, KeptApproval } from './approval.js';

/** What a policy says about who decides. */
export interface ApproverTerms extends ApprovalTerms {
  readonly operator?: true | undefined;
  /** Who wrote the policy; absent: the way of the call says it, such as the document of a workflow. */
  readonly by?: PolicyAuthor | undefined;
}

const overseers: readonly Role[] = ['owner', 'admin'];

/** Whether somebody of this role sees all that is asked in the account. */
export function isOverseer(role: Role): boolean {
  return overseers.includes(role);
}

/**
 * Who decides by all of these terms. The first that names anyone is the base, which the others narrow. What the operator asks is for those
 * whom the operator names, by default owners and admins: an app and its workflows can only narrow that.
 */
export function decidersBy(terms: readonly ApproverTerms[], requiredBy: PolicyAuthor): ApprovalDeciders {
  const naming = terms.filter((one) => one.roles !== undefined || one.operator !== undefined);
  const base = requiredBy === 'app' ? naming[0] : naming.find(({ by }) => by === 'operator');
  const isForOperator = base?.operator === true;
  const isSelf = naming.length === 0 && terms.some(({ self }) => self === true);
  const roles = base?.roles ?? (isForOperator ? [] : overseers);
  return {
    roles: [
      ...roles.filter((role) => naming.every((one) => one === base || one.roles?.includes(role) !== false)),
      ...(isSelf ? (['caller'] as const) : []),
    ],
    isForOperator,
    exceptCaller: terms.some(({ except }) => except === 'caller'),
  };
}

/** Whether no one can ever decide. */
export function hasNoDeciders({ roles, isForOperator }: ApprovalDeciders): boolean {
  return roles.length === 0 && !isForOperator;
}

/** Whether the one who approved a call decides by these terms, too. */
export function stillDecides(
  { decidedBy, userId, deciders }: KeptApproval,
  { roles, isForOperator, exceptCaller }: ApprovalDeciders,
): boolean {
  if (decidedBy === null) return false;
  const isCaller = decidedBy.id === userId;
  if (exceptCaller && isCaller) return false;
  const isOne = decidedBy.role !== undefined && roles.includes(decidedBy.role);
  return isOne || (isCaller && roles.includes('caller')) || (isForOperator && deciders.isForOperator);
}

/** People alone decide: no key, and no program that a person let in. */
export function mayDecide({ accountId, userId, deciders }: KeptApproval, principal: Principal): boolean {
  if (principal.kind === 'app' || principal.grant !== undefined) return false;
  if (deciders.exceptCaller && userId === principal.userId) return false;
  const { roles } = deciders;
  const isSelf = roles.includes('caller') && userId === principal.userId;
  const isOne = accountId === principal.accountId && (isSelf || roles.includes(principal.role));
  return isOne || (deciders.isForOperator && isOperator(principal));
}
