import { Injectable } from '@nestjs/common';
import { Audit, type Origin } from '../../accounts/audit/audit.service.js';
import type { Clearance } from '../../apps/clearance/clearance.js';
import { Clearances } from '../../apps/clearance/clearances.service.js';
import type { JsonObject } from '../../kernel/json/json.js';
import type { Page, PageRequest } from '../../kernel/page.js';
import { Clock } from '../../kernel/pacing/clock.js';
import { holderOf, isOperator, type Principal, type UserPrincipal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Database } from '../../platform/database/database.js';
import { Cursors } from '../../platform/security/cursors.js';
import { ApprovalBook, type ApprovalReach } from './approval-book.port.js';
import { ApprovalEvents } from './approval-events.service.js';
import { ApprovalMetrics } from './approval-metrics.js';
import { ApprovalNews } from './approval-news.service.js';
import { approvalExpired } from './approval-problems.js';
import { statusOf, type ApprovalStatus, type KeptApproval, type OpenedApproval } from './approval.js';
import { CallerNames } from './caller-names.service.js';
import { isOverseer, mayDecide } from './deciders.js';
import { PresentApprovers } from './present-approvers.js';
import { SealedArguments } from './sealed-arguments.service.js';

/** What somebody says to a call. `arguments`: those that it is to be made with instead. */
export interface ApprovalDecision {
  readonly approve: boolean;
  readonly note?: string | undefined;
  readonly arguments?: JsonObject | undefined;
}

/** What waits for people, and what they decide. */
@Injectable()
export class ApprovalInbox {
  constructor(
    private readonly book: ApprovalBook,
    private readonly sealed: SealedArguments,
    private readonly names: CallerNames,
    private readonly news: ApprovalNews,
    private readonly events: ApprovalEvents,
    private readonly audit: Audit,
    private readonly metrics: ApprovalMetrics,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly cursors: Cursors,
    private readonly clearances: Clearances,
    private readonly approvers: PresentApprovers,
  ) {}

  /** Newest first: what the caller has asked for, and what the caller may decide or oversee. Throws `invalid-cursor`. */
  async list(
    principal: Principal,
    status: ApprovalStatus | undefined,
    page: PageRequest,
  ): Promise<Page<OpenedApproval>> {
    const now = this.clock.now();
    const found = await this.cursors.pageOfRows(
      `approvals ${principal.accountId} ${holderOf(principal)} ${status ?? ''}`,
      page,
      (limit, before) => this.book.list(reachOf(principal), { status, now }, limit, before),
      ({ id }) => id,
    );
    const clearance = await this.clearances.of(principal);
    const present = await Promise.all(found.items.map((approval) => this.approvers.of(approval)));
    const seen = present.filter((approval) => isSeenBy(approval, principal, clearance));
    return { ...found, items: seen.flatMap((approval) => this.sealed.opened(approval) ?? []) };
  }

  /** Throws `approval-not-found`. */
  async get(principal: Principal, id: string): Promise<OpenedApproval> {
    const kept = await this.book.find(id);
    const found = kept && (await this.approvers.of(kept));
    const clearance = await this.clearances.of(principal);
    const isSeen = found !== undefined && isSeenBy(found, principal, clearance);
    const opened = isSeen ? this.sealed.opened(found) : undefined;
    if (opened === undefined) throw new Problem('approval-not-found');
    return opened;
  }

  /** Throws `approval-not-found`, `forbidden`, `approval-decided`, `approval-expired`. */
  async decide(
    principal: UserPrincipal,
    id: string,
    decision: ApprovalDecision,
    origin: Origin,
  ): Promise<OpenedApproval> {
    const approval = await this.get(principal, id);
    if (!mayDecide(approval, principal))
      throw new Problem('forbidden', 'Others decide about this call: its policy says who.');
    this.requireOpen(approval);
    const { approve, note, arguments: args } = decision;
    const { deciders } = approval;
    const sealed = approve && args !== undefined ? this.sealed.seal(id, args) : undefined;
    const state = approve ? 'approved' : 'denied';
    const decidedBy = await this.names.of(principal);
    const isFirst = await this.database.write(async () => {
      const kept = {
        state,
        note: note?.trim() === '' ? null : (note ?? null),
        decidedBy,
        sealed,
        deciders,
      } as const;
      const isKept = await this.book.decide(id, kept, this.clock.now());
      if (isKept) await this.record(approval, principal, state, sealed !== undefined, origin);
      return isKept;
    });
    const decided = await this.get(principal, id);
    if (!isFirst) this.requireOpen(decided, true);
    this.metrics.count(state);
    this.events.decided(decided);
    this.news.settled(id);
    return decided;
  }

  /** Whether somebody who sees it may decide about it now. */
  isOpenTo(approval: KeptApproval, principal: Principal): boolean {
    return mayDecide(approval, principal) && statusOf(approval, this.clock.now()) === 'waiting';
  }

  private requireOpen(approval: KeptApproval, isDecided = false): void {
    const status = statusOf(approval, this.clock.now());
    if (status === 'expired') throw approvalExpired(approval);
    if (isDecided || status !== 'waiting')
      throw new Problem('approval-decided', `It is ${status} already.`, { members: { status } });
  }

  private record(
    { id, accountId, server, tool }: KeptApproval,
    { userId, tokenId }: UserPrincipal,
    state: 'approved' | 'denied',
    isEdited: boolean,
    origin: Origin,
  ): Promise<void> {
    const details = { server, tool, ...(isEdited ? { isEdited } : {}) };
    return this.audit.append(
      { accountId, userId, tokenId, action: `approval.${state}`, target: id, details },
      origin,
    );
  }
}

function reachOf(principal: Principal): ApprovalReach {
  const { accountId } = principal;
  const holder = holderOf(principal);
  if (principal.kind === 'app' || principal.grant !== undefined) return { accountId, holder };
  const { userId, role } = principal;
  return { accountId, holder, userId, role, operator: isOperator(principal) };
}

/** Who decides about others' calls as a member sees those that grants leave them. */
function isSeenBy(approval: KeptApproval, principal: Principal, clearance: Clearance | undefined): boolean {
  const { accountId, userId } = approval;
  const isHere = accountId === principal.accountId;
  if (isHere && approval.holder === holderOf(principal)) return true;
  if (principal.kind === 'app' || principal.grant !== undefined) return false;
  if (isHere && (userId === principal.userId || isOverseer(principal.role))) return true;
  const { roles, isForOperator } = approval.deciders;
  const isLeft = clearance?.at(approval.server)?.covers(approval.tool) ?? clearance === undefined;
  if (!isLeft) return false;
  return (isHere && roles.includes(principal.role)) || (isForOperator && isOperator(principal));
}
