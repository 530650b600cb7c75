import type { ApprovalTerms } from '../../kernel/approval-way.js';
import { isOperator, type Principal, type Role } from '../../kernel/principal.js';
import type { ApprovalDeciders, KeptApproval } from './approval.js';

/** What a policy says about who decides. */
export interface ApproverTerms extends ApprovalTerms {
  readonly operator?: true | undefined;
}

const overseers: readonly Role[] = ['owner', 'admin'];

/** Whether somebody of this role sees all that is asked in the account. */
export function isOverseer(role: Role): boolean {
  return overseers.includes(role);
}

/** Who decides by all of these terms, of which the first that names anybody says whether it may be the operator. */
export function decidersBy(terms: readonly ApproverTerms[]): ApprovalDeciders {
  const [first, ...others] = terms.filter((one) => one.roles !== undefined || one.operator !== undefined);
  const isForOperator = first?.operator === true;
  const isSelf = first === undefined && terms.some(({ self }) => self === true);
  const roles = first?.roles ?? (isForOperator ? [] : overseers);
  return {
    roles: [
      ...roles.filter((role) => others.every((other) => other.roles?.includes(role) !== false)),
      ...(isSelf ? (['caller'] as const) : []),
    ],
    isForOperator,
    exceptCaller: terms.some(({ except }) => except === 'caller'),
  };
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
