import { Injectable } from '@nestjs/common';
import type { CallerIdentity } from '../../../../accounts/identity/caller-identity.js';
import { CallerIdentities } from '../../../../accounts/identity/caller-identities.service.js';
import { AppConfigs } from '../../../../apps/app/app-configs.service.js';
import type { JsonObject } from '../../../../kernel/json/json.js';
import type { UserPrincipal } from '../../../../kernel/principal.js';
import { inSlices } from '../../../../kernel/pacing/slices.js';
import { Problem } from '../../../../kernel/problems/problem.js';
import type { GatedServer, HookPhase } from '../call-hook.js';
import { redactedValue } from '../checks/checked-value.js';
import { checkedArguments } from '../checks/policy-checks.js';
import { hooksOf } from '../hooks/policy-hooks.service.js';
import { plainAsking } from '../rules/rule-book.js';
import { deniedByRule, ruleOutcomeOf, UnjudgedRule } from '../rules/rule-judgement.js';
import { Rules } from '../rules/rules.service.js';
import type { TrialOutcome, TrialReason } from './trial-outcome.js';
import { TriedTools } from './tried-tools.service.js';

/** A call that nobody makes. */
interface TriedCall {
  /** `key:<name>`, `user:<email>`, `role:<role>` or `client:<id>`. */
  readonly caller: string;
  /** As callers of the app know it. */
  readonly tool: string;
  readonly arguments?: JsonObject | undefined;
}

interface Judged {
  readonly accountId: string;
  readonly server: GatedServer;
  readonly tool: string;
  readonly caller: CallerIdentity;
}

const phases: readonly HookPhase[] = ['request', 'response'];

/** Tells what the gate would say about a call, in the order in which it looks, without making it or asking anybody. */
@Injectable()
export class PolicyTrial {
  constructor(
    private readonly apps: AppConfigs,
    private readonly tools: TriedTools,
    private readonly callers: CallerIdentities,
    private readonly rules: Rules,
  ) {}

  /** Throws `app-not-found`, and `tool-not-found` when the app has no such tool. */
  async try(principal: UserPrincipal, app: string, call: TriedCall): Promise<TrialOutcome> {
    const { accountId } = principal;
    const state = await this.apps.getManaged(principal, app);
    const { server, tool, denial } = await this.tools.find(principal, state, call.tool);
    if (denial !== undefined) return { ...ruleOutcomeOf([denial]), why: [denial] };
    const caller = await this.callers.named(accountId, call.caller);
    const why: TrialReason[] = [];
    try {
      await this.judge({ accountId, server, tool, caller }, call.arguments ?? {}, (reason) => {
        if (!why.some(({ pointer, decision }) => pointer === reason.pointer && decision === reason.decision))
          why.push(reason);
      });
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'tool-denied') throw error;
      return { decision: 'deny', reason: error.message, why };
    }
    return { ...ruleOutcomeOf(why), why };
  }

  /** Throws `tool-denied` with what refuses. */
  private async judge(call: Judged, args: JsonObject, note: (reason: TrialReason) => void): Promise<void> {
    const given = (await this.ruled(call, args, note)) ? await redactedValue(args, 'arguments') : args;
    const checked = await checkedArguments(call.server, given, note);
    // What the checks have changed is judged by the rules again.
    if (checked !== given) await this.ruled(call, checked, note);
    const asking = await inSlices(plainAsking(call.server, call.tool));
    if (asking !== undefined) note(asking);
    for (const phase of phases)
      for (const { by, pointer } of hooksOf(call.server, 'tools/call', phase))
        note({ by, pointer, decision: 'unknown', reason: unasked[phase] });
  }

  /** Whether the rules let it be called without secrets only. */
  private async ruled(
    { caller, ...call }: Judged,
    args: JsonObject,
    note: (reason: TrialReason) => void,
  ): Promise<boolean> {
    try {
      const { decision, redacts, reason, why } = await this.rules.judge({
        ...call,
        arguments: args,
        caller: () => caller,
      });
      why.forEach(note);
      if (decision === 'deny') throw new Problem('tool-denied', reason ?? deniedByRule);
      return redacts;
    } catch (error) {
      if (error instanceof UnjudgedRule) note(error.verdict);
      throw error;
    }
  }
}

const unasked = {
  request: 'This hook would be asked about the call.',
  response: 'This hook would be asked about the result.',
} as const;
