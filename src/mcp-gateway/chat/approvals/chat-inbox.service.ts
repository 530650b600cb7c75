import { Injectable } from '@nestjs/common';
import type { Origin } from '../../../accounts/audit/audit.service.js';
import type { Principal, UserPrincipal } from '../../../kernel/principal.js';
import { Problem } from '../../../kernel/problems/problem.js';
import { ApprovalInbox } from '../../../upstreams/approvals/approval-inbox.service.js';
import type { GivenApproval } from '../chat-message.js';
import { ToolApprovals } from './approvals.service.js';

/** Whether the answer of whoever chats decides: that of people does, not that of keys and of programs that they let in. */
export function isPerson(principal: Principal): principal is UserPrincipal {
  return principal.kind === 'user' && principal.grant === undefined;
}

/** What people answer in a chat decides about what stands in the inbox for it. */
@Injectable()
export class ChatInbox {
  constructor(
    private readonly inbox: ApprovalInbox,
    private readonly approvals: ToolApprovals,
  ) {}

  /** What is not theirs to decide, or is decided already, stays as it is: the call itself will be told. */
  async answer(
    principal: Principal,
    serverId: string,
    answers: readonly GivenApproval[],
    origin: Origin,
  ): Promise<void> {
    if (!isPerson(principal)) return;
    for (const answer of answers) {
      const { approved: approve, note } = answer;
      try {
        this.approvals.check(principal, serverId, answer);
        await this.inbox.decide(principal, this.approvals.inboxIdOf(answer), { approve, note }, origin);
      } catch (error) {
        if (!(error instanceof Problem) || error.status >= 500) throw error;
      }
    }
  }
}
