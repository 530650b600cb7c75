import { Injectable } from '@nestjs/common';
import { Audit } from '../../accounts/audit/audit.service.js';
import type { ApprovalWay } from '../../kernel/approval-way.js';
import type { CallScope } from '../../kernel/call-scope.js';
import { newId } from '../../kernel/id.js';
import type { JsonObject } from '../../kernel/json/json.js';
import { orderedJson } from '../../kernel/json/ordered-json.js';
import { Clock } from '../../kernel/pacing/clock.js';
import { holderOf, type Principal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import { Database } from '../../platform/database/database.js';
import { Keyring } from '../../platform/security/keyring.js';
import { StorageQuotas } from '../../platform/storage/storage-quotas.service.js';
import { ApprovalBook } from './approval-book.port.js';
import { ApprovalEvents } from './approval-events.service.js';
import { ApprovalMetrics } from './approval-metrics.js';
import { ApprovalNews } from './approval-news.service.js';
import {
  approvalDenied,
  approvalExpired,
  approvalNeeded,
  nobodyDecides,
  tooManyWaiting,
} from './approval-problems.js';
import { decidersBy, hasNoDeciders, stillDecides } from './deciders.js';
import { SealedArguments } from './sealed-arguments.service.js';
import { statusOf, type KeptApproval } from './approval.js';
import type { CallToApprove } from './call-to-approve.js';
import { CallerNames } from './caller-names.service.js';

/** A yes that has not been used yet. */
export interface UnusedApproval {
  /** What it was given for in place of what was asked about. */
  readonly edited: JsonObject | undefined;
  /** Works once. Throws `approval-used`. */
  use(): Promise<void>;
}

/** Asks about calls, and lets each run once that somebody has approved. */
@Injectable()
export class Approvals {
  constructor(
    private readonly book: ApprovalBook,
    private readonly sealed: SealedArguments,
    private readonly names: CallerNames,
    private readonly news: ApprovalNews,
    private readonly events: ApprovalEvents,
    private readonly audit: Audit,
    private readonly metrics: ApprovalMetrics,
    private readonly keyring: Keyring,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly quotas: StorageQuotas,
  ) {}

  /**
   * The approval of this very call. Throws `approval-required`, with which one is waited for, and when the call may not go on in another way
   * `approval-not-found`, `approval-invalid`, `approval-denied`, `approval-expired`, `approval-used`, `too-many-approvals`, `overloaded`.
   */
  async given(call: CallToApprove, way: ApprovalWay, scope: CallScope): Promise<UnusedApproval> {
    const text = bindingOf(call);
    const known =
      way.id === undefined ? await this.findAgain(text, way) : await this.findNamed(call, text, way.id);
    const fitting = known === undefined ? undefined : await this.fitting(known, call, way);
    const approval = fitting ?? (await this.ask(call, text, way, scope));
    const now = this.clock.now();
    const { id } = approval;
    switch (statusOf(approval, now)) {
      case 'waiting':
        throw approvalNeeded(approval, this.config.publicUrl);
      case 'expired':
        throw approvalExpired(approval);
      case 'denied':
        if (way.again === 'goes-on') await this.book.leaveSlot(id);
        throw approvalDenied(approval);
      case 'used':
        throw new Problem('approval-used');
      case 'approved':
        return {
          edited: approval.isEdited ? this.sealed.open(approval) : undefined,
          use: () => this.use(approval, call.caller.principal, scope),
        };
    }
  }

  /**
   * What the call goes on with; `undefined`: it is asked about again. Throws `approval-invalid` for one that is named and that the present
   * policies do not accept.
   */
  private async fitting(
    approval: KeptApproval,
    call: CallToApprove,
    { id, runId }: ApprovalWay,
  ): Promise<KeptApproval | undefined> {
    if (isAccepted(approval, call)) return approval;
    if (id !== undefined && runId === undefined)
      throw new Problem(
        'approval-invalid',
        'The policies have changed since, and require the approval of others. Make the call again without this approval.',
      );
    await this.book.leaveSlot(approval.id);
    return undefined;
  }

  private async findNamed({ caller }: CallToApprove, text: string, id: string): Promise<KeptApproval> {
    const found = await this.book.find(id);
    if (found?.holder !== holderOf(caller.principal)) throw new Problem('approval-not-found');
    if (!this.keyring.matches('approval', text, found.binding))
      throw new Problem('approval-invalid', 'It is for another tool, or for other arguments.');
    return found;
  }

  /** What the same call goes on with. */
  private async findAgain(text: string, way: ApprovalWay): Promise<KeptApproval | undefined> {
    const found = await this.book.findBySlot(this.slotsOf(text, way), this.clock.now());
    if (found === undefined || found.state === 'waiting' || way.again !== 'asks') return found;
    await this.book.leaveSlot(found.id);
    return undefined;
  }

  private async ask(
    call: CallToApprove,
    text: string,
    way: ApprovalWay,
    scope: CallScope,
  ): Promise<KeptApproval> {
    const { server, name, reason, approvers, requiredBy } = call;
    const terms = way.terms ?? {};
    const deciders = decidersBy([...approvers, terms], requiredBy);
    if (hasNoDeciders(deciders)) throw nobodyDecides(name);
    const { principal } = call.caller;
    const { APPROVALS_WAITING_PER_CALLER, APPROVALS_WAITING_PER_ACCOUNT, APPROVAL_HOURS } =
      this.config.values;
    this.quotas.requireRoom('approvalBytes', principal.accountId);
    const id = newId('apr');
    const now = this.clock.now();
    const [slot = null, ...others] = this.slotsOf(text, way);
    const approval: KeptApproval = {
      ...{ id, accountId: principal.accountId, holder: holderOf(principal) },
      userId: principal.kind === 'user' ? principal.userId : null,
      appId: principal.kind === 'app' ? principal.appId : (server.app?.id ?? null),
      ...{ slot, binding: this.keyring.digest('approval', text) },
      ...{ server: server.handle, tool: name.slice(0, 1024), caller: await this.names.of(principal) },
      ...{ sealed: this.sealed.seal(id, call.arguments), isEdited: false },
      ...{ reason: reason?.slice(0, 1000) ?? null, deciders, requiredBy, terms },
      ...{ state: 'waiting', note: null, decidedBy: null },
      ...{ runId: way.runId ?? null, createdAt: now, expiresAt: now + APPROVAL_HOURS * 3_600_000 },
    };
    const opened = await this.database.write(async () => {
      const kept = await this.book.open(approval, slot === null ? [] : [slot, ...others], {
        perCaller: APPROVALS_WAITING_PER_CALLER,
        perAccount: APPROVALS_WAITING_PER_ACCOUNT,
      });
      if (kept === approval) await this.record(approval, principal, 'approval.asked', scope);
      return kept;
    });
    if (typeof opened === 'string') throw tooManyWaiting(opened);
    if (opened === approval) {
      this.metrics.count('asked');
      this.events.waiting(approval);
      this.news.asked(approval, call);
    }
    return opened;
  }

  private async use(approval: KeptApproval, principal: Principal, scope: CallScope): Promise<void> {
    const isFirst = await this.database.write(async () => {
      const isUsed = await this.book.use(approval.id, this.clock.now());
      if (isUsed) await this.record(approval, principal, 'approval.used', scope);
      return isUsed;
    });
    if (!isFirst) throw new Problem('approval-used');
    this.metrics.count('used');
    this.news.settled(approval.id);
  }

  private record(
    { id, server, tool }: KeptApproval,
    principal: Principal,
    action: string,
    scope: CallScope,
  ): Promise<void> {
    return this.audit.record(principal, { action, target: id, details: { server, tool } }, scope);
  }

  /** With a digest for each key of this installation, the present one first. */
  private slotsOf(text: string, { door }: ApprovalWay): readonly string[] {
    return this.keyring.digests('approval slot', `${door}\n${text}`);
  }
}

/** What an approval is good for, and nothing else. */
function bindingOf({ caller, server, tool, arguments: args }: CallToApprove): string {
  return orderedJson([holderOf(caller.principal), server.id, tool, args]);
}

/**
 * Whether an approval is one by the present policies: what the app asked is no answer to what the operator asks since, and who approved it
 * must still be one of those who decide.
 */
function isAccepted(approval: KeptApproval, { requiredBy, approvers }: CallToApprove): boolean {
  const { state, terms } = approval;
  if (state !== 'waiting' && state !== 'approved') return true;
  if (requiredBy === 'operator' && approval.requiredBy === 'app') return false;
  if (state === 'waiting' || terms === null) return true;
  return stillDecides(approval, decidersBy([...approvers, terms], requiredBy));
}
