import { Injectable } from '@nestjs/common';
import type { RuleReason } from '../../../../kernel/hop.js';
import type { JsonObject } from '../../../../kernel/json/json.js';
import {
  contentMethods,
  type CallHook,
  type GatedServer,
  type HookedCall,
  type HookPhase,
  type RequestDecision,
  type ResponseDecision,
} from '../call-hook.js';
import { requiredBy } from '../required-by.js';
import { noteDecision } from '../decision-notes.js';
import { placeOfPolicies, policyLayersOf } from '../policy-layers.js';
import { HookAsking } from './hook-asking.service.js';
import { HookAuthors } from './hook-authors.service.js';
import { denied, notOfAuthor, undecided, type HookAnswer } from './hook-decision.js';
import type { WrittenHook } from './written-hook.js';

/** `policies.hooks`: others are asked, in the order in which they are written. One that does not decide refuses, unless it says otherwise. */
@Injectable()
export class PolicyHooks implements CallHook {
  readonly methods = contentMethods;

  constructor(
    private readonly asking: HookAsking,
    private readonly authors: HookAuthors,
  ) {}

  concerns(server: GatedServer, method: string, phase: HookPhase): boolean {
    return hooksOf(server, method, phase).length > 0;
  }

  async request(call: HookedCall): Promise<RequestDecision> {
    let { params } = call;
    const asking: WrittenHook['by'][] = [];
    for (const one of hooksOf(call.server, call.method, 'request')) {
      const answer = await this.allowed(one, { ...call, params });
      noteDecision(call, reasonOf(one, answer));
      if (answer.decision === 'deny') return { kind: 'refused', problem: answer.problem };
      if (answer.decision === 'ask') asking.push(one.by);
      if (answer.decision === 'change') params = { ...params, arguments: answer.value };
    }
    const value = { arguments: params['arguments'] };
    const isChanged = params !== call.params;
    if (asking.length > 0) return { kind: 'ask', ...requiredBy(asking), ...(isChanged ? { value } : {}) };
    return isChanged ? { kind: 'changed', value } : { kind: 'pass' };
  }

  /** What a hook decides about a request. The arguments that it chooses are for tools that its author can call. */
  private async allowed(hook: WrittenHook, call: HookedCall): Promise<Settled> {
    const answer = settled(hook, await this.asking.ask(hook, call, 'request'));
    if (answer.decision !== 'change' || (await this.authors.canCall(hook, call))) return answer;
    return { decision: 'deny', problem: notOfAuthor() };
  }

  async response(call: HookedCall, result: JsonObject): Promise<ResponseDecision> {
    let shown = result;
    for (const one of hooksOf(call.server, call.method, 'response')) {
      const answer = settled(one, await this.asking.ask(one, call, 'response', shown));
      if (answer.decision === 'change') shown = answer.value;
      if (answer.decision !== 'deny') continue;
      noteDecision(call, reasonOf(one, answer));
      return { kind: 'refused', problem: answer.problem };
    }
    return shown === result ? { kind: 'pass' } : { kind: 'changed', value: shown };
  }
}

type Settled =
  | Exclude<HookAnswer, { readonly decision: 'deny' }>
  | { readonly decision: 'deny'; readonly problem: ReturnType<typeof denied> };

/** What holds of an answer, or of none. */
function settled({ hook }: WrittenHook, answer: HookAnswer | undefined): Settled {
  if (answer === undefined)
    return hook.onError === 'allow' ? { decision: 'pass' } : { decision: 'deny', problem: undecided() };
  return answer.decision === 'deny' ? { decision: 'deny', problem: denied(answer.reason) } : answer;
}

function reasonOf({ by, pointer }: WrittenHook, answer: Settled): RuleReason {
  const { decision } = answer;
  return { by, pointer, decision, ...(decision === 'deny' ? { reason: answer.problem.message } : {}) };
}

/** The hooks that are asked about such requests, or their results, in this order. */
export function hooksOf(server: GatedServer, method: string, phase: HookPhase): WrittenHook[] {
  return policyLayersOf(server).flatMap(({ by, policies: { hooks = [] } }) =>
    hooks.flatMap((hook, index) =>
      hook.phase === phase && hook.on.some((on) => on === method)
        ? [{ hook, by, pointer: `${placeOfPolicies(by, server)}/hooks/${String(index)}` }]
        : [],
    ),
  );
}
