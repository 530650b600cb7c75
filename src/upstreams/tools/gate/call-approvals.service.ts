import { Injectable } from '@nestjs/common';
import type { CallScope } from '../../../kernel/call-scope.js';
import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import { Problem } from '../../../kernel/problems/problem.js';
import type { ApprovalDeciders, PolicyAuthor } from '../../approvals/approval.js';
import { nobodyToAsk } from '../../approvals/approval-problems.js';
import { Approvals } from '../../approvals/approvals.service.js';
import type { PolicyNotice } from '../../approvals/call-to-approve.js';
import { decidersBy, type ApproverTerms } from '../../approvals/deciders.js';
import type { GatedServer, HookedCall } from './call-hook.js';
import { HookChain } from './hook-chain.js';
import { placeOfPolicies, policyLayersOf } from './policy-layers.js';

/** What the policies of a server and its app say about who approves its calls. */
export function approverTermsOf(server: GatedServer): readonly ApproverTerms[] {
  return policyLayersOf(server).flatMap(({ by, policies: { approvers } }) =>
    approvers === undefined ? [] : [{ ...approvers, by }],
  );
}

/** Who decides about a call, by the present policies and the way of the call. */
export function decidersOf(
  server: GatedServer,
  requiredBy: PolicyAuthor,
  { approving }: CallScope,
): ApprovalDeciders {
  return decidersBy([...approverTermsOf(server), approving?.terms ?? {}], requiredBy);
}

function noticesOf(server: GatedServer): readonly PolicyNotice[] {
  const { app } = server;
  return policyLayersOf(server).flatMap(({ by, policies: { notify = [] } }) =>
    notify.map((notice, index) => {
      const pointer = `${placeOfPolicies(by, server)}/notify/${String(index)}`;
      const author = by === 'app' ? { appId: app?.id, savedBy: app?.authorId ?? undefined } : {};
      return { ...notice, cause: { kind: 'notice', by, pointer, ...author } as const };
    }),
  );
}

/** What people are told of a call, beside the call. */
interface Asked {
  /** The tool as its caller knows it. */
  readonly name: string;
  readonly reason: string | undefined;
  /** Whose policy requires the approval. */
  readonly requiredBy: PolicyAuthor;
}

/** Calls that go on only when somebody has approved them. */
@Injectable()
export class CallApprovals {
  constructor(
    private readonly approvals: Approvals,
    private readonly hooks: HookChain,
  ) {}

  /**
   * The parameters with which the call may go on, once; with other arguments than it came with, hooks have judged them, too. Throws
   * `approval-required` and the other problems of approvals, and what hooks refuse with.
   */
  async require(call: HookedCall, asked: Asked, scope: CallScope): Promise<JsonObject> {
    const { caller, server, method, params } = call;
    const { approving } = scope;
    const { name, requiredBy } = asked;
    if (approving === undefined || method !== 'tools/call') throw nobodyToAsk(name);
    const given = params['arguments'];
    const toApprove = {
      ...{ ...asked, caller, server, tool: String(params['name']), notices: noticesOf(server) },
      ...{ arguments: isJsonObject(given) ? given : {}, approvers: approverTermsOf(server) },
    };
    const approval = await this.approvals.given(toApprove, approving, scope);
    const { edited } = approval;
    const allowed =
      edited === undefined
        ? params
        : await this.judged({ ...call, params: { ...params, arguments: edited } }, requiredBy);
    await approval.use();
    return allowed;
  }

  /** With edited arguments the operator can require an approval that no one has given. Throws `approval-invalid`. */
  private async judged(call: HookedCall, requiredBy: PolicyAuthor): Promise<JsonObject> {
    const judged = await this.hooks.request(call);
    if (judged.requiredBy === 'operator' && requiredBy === 'app')
      throw new Problem(
        'approval-invalid',
        'With the arguments that the approver edited, a policy of the operator requires an approval of its own.',
      );
    return judged.params;
  }
}
