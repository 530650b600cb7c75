import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/pacing/clock.js';
import { newId } from '../../../kernel/id.js';
import { canonicalJson, type JsonObject } from '../../../kernel/json/json.js';
import type { Principal, UserPrincipal } from '../../../kernel/principal.js';
import { Problem } from '../../../kernel/problems/problem.js';
import { Config } from '../../../platform/config/config.js';
import { Keyring } from '../../../platform/security/keyring.js';
import { ApprovalStore } from './approval-store.port.js';
import type { GivenApproval } from '../chat-message.js';

/** Who is asked about which call of which server's tool. */
export interface ApprovalQuestion {
  readonly principal: Principal;
  readonly serverId: string;
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: JsonObject;
  /** Where it stands in the inbox, when a policy asks. */
  readonly inboxId?: string | undefined;
}

const purpose = 'chat approval';

/**
 * Questions whether a tool may run, and what became of the answers. The id of a question carries its end and a signature over all that it
 * is about, so nothing is kept until it is used, any process can judge it, and every client gives it back unchanged.
 */
@Injectable()
export class ToolApprovals {
  constructor(
    private readonly keyring: Keyring,
    private readonly store: ApprovalStore,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** The id under which a question is asked: `apr_… . end . signature`. */
  ask(question: ApprovalQuestion): string {
    const id = question.inboxId ?? newId('apr');
    const end = (this.clock.now() + this.lifetimeMs).toString(36);
    return `${id}.${end}.${this.keyring.digest(purpose, textOf(question, id, end))}`;
  }

  /** Under which id the question stands in the inbox, if it does. */
  inboxIdOf({ approvalId }: Pick<GivenApproval, 'approvalId'>): string {
    return partsOf(approvalId).id;
  }

  /** Throws `approval-invalid` unless this very question was asked, of this caller, and not too long ago. */
  check(principal: Principal, serverId: string, { approvalId, ...call }: GivenApproval): void {
    const { id, end, signature } = partsOf(approvalId);
    if (!this.keyring.matches(purpose, textOf({ principal, serverId, ...call }, id, end), signature))
      throw new Problem(
        'approval-invalid',
        `The approval for the tool "${call.toolName}" was not asked for like this.`,
      );
    if (parseInt(end, 36) <= this.clock.now())
      throw new Problem('approval-invalid', `The approval for the tool "${call.toolName}" has expired.`);
  }

  /** Takes approvals out of circulation. Throws `approval-used`, and then takes none. */
  async use(approvals: readonly GivenApproval[]): Promise<void> {
    if (approvals.length === 0) return;
    const ids = approvals.map(({ approvalId }) => partsOf(approvalId).id);
    const now = this.clock.now();
    if (new Set(ids).size < ids.length || !(await this.store.use(ids, now + this.lifetimeMs, now)))
      throw new Problem('approval-used');
  }

  private get lifetimeMs(): number {
    return this.config.values.CHAT_APPROVAL_MINUTES * 60_000;
  }
}

function partsOf(approvalId: string): { id: string; end: string; signature: string } {
  const [id = '', end = '', ...signature] = approvalId.split('.');
  return { id, end, signature: signature.join('.') };
}

/** Approvals outlive tokens: they belong to the person, or to the app. */
function textOf(
  { principal, serverId, toolCallId, toolName, input }: ApprovalQuestion,
  id: string,
  end: string,
): string {
  const caller = principal.kind === 'user' ? personOf(principal) : principal.appId;
  return canonicalJson([id, end, principal.accountId, caller, serverId, toolCallId, toolName, input]);
}

/** What a program was asked with a person's leave is answered through it alone. */
function personOf({ userId, grant }: UserPrincipal): string {
  return grant === undefined ? userId : `${userId} ${grant.grantId}`;
}
