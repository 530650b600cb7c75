import { Injectable } from '@nestjs/common';
import type { CallScope } from '../../../kernel/call-scope.js';
import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import { nobodyToAsk } from '../../approvals/approval-problems.js';
import { Approvals } from '../../approvals/approvals.service.js';
import type { PolicyNotice } from '../../approvals/call-to-approve.js';
import { decidersBy, type ApproverTerms } from '../../approvals/deciders.js';
import type { GatedServer, HookedCall } from './call-hook.js';
import { HookChain } from './hook-chain.js';
import { placeOfPolicies, policyLayersOf } from './policy-layers.js';

/** What the policies of a server and its app say about who approves its calls. */
export function approverTermsOf(server: GatedServer): readonly ApproverTerms[] {
  return policyLayersOf(server).flatMap(({ policies: { approvers } }) => approvers ?? []);
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
  async require(call: HookedCall, { name, reason }: Asked, scope: CallScope): Promise<JsonObject> {
    const { caller, server, method, params } = call;
    const { approving } = scope;
    if (approving === undefined || method !== 'tools/call') throw nobodyToAsk(name);
    const given = params['arguments'];
    const terms = [...approverTermsOf(server), ...(approving.terms === undefined ? [] : [approving.terms])];
    const asked = {
      ...{ caller, server, name, tool: String(params['name']), notices: noticesOf(server) },
      ...{ arguments: isJsonObject(given) ? given : {}, deciders: decidersBy(terms), reason },
    };
    const approval = await this.approvals.given(asked, approving, scope);
    const { edited } = approval;
    const changed = edited === undefined ? params : { ...params, arguments: edited };
    const allowed =
      edited === undefined ? params : (await this.hooks.request({ ...call, params: changed })).params;
    await approval.use();
    return allowed;
  }
}
