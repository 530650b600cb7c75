import { Injectable } from '@nestjs/common';
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
import { policyLayersOf } from '../policy-layers.js';
import { HookAsking } from './hook-asking.service.js';
import { denied, undecided } from './hook-decision.js';
import type { WrittenHook } from './written-hook.js';

/** `policies.hooks`: others are asked, in the order in which they are written. One that does not decide refuses, unless it says otherwise. */
@Injectable()
export class PolicyHooks implements CallHook {
  readonly methods = contentMethods;

  constructor(private readonly asking: HookAsking) {}

  concerns(server: GatedServer, method: string, phase: HookPhase): boolean {
    return hooksOf(server, method, phase).length > 0;
  }

  async request(call: HookedCall): Promise<RequestDecision> {
    let { params } = call;
    let asks = false;
    for (const one of hooksOf(call.server, call.method, 'request')) {
      const answer = await this.asking.ask(one, { ...call, params }, 'request');
      if (answer === undefined) {
        if (one.hook.onError !== 'allow') return { kind: 'refused', problem: undecided() };
      } else if (answer.decision === 'deny') return { kind: 'refused', problem: denied(answer.reason) };
      else if (answer.decision === 'ask') asks = true;
      else if (answer.decision === 'change') params = { ...params, arguments: answer.value };
    }
    const value = { arguments: params['arguments'] };
    const isChanged = params !== call.params;
    if (asks) return { kind: 'ask', ...(isChanged ? { value } : {}) };
    return isChanged ? { kind: 'changed', value } : { kind: 'pass' };
  }

  async response(call: HookedCall, result: JsonObject): Promise<ResponseDecision> {
    let shown = result;
    for (const one of hooksOf(call.server, call.method, 'response')) {
      const answer = await this.asking.ask(one, call, 'response', shown);
      if (answer === undefined) {
        if (one.hook.onError !== 'allow') return { kind: 'refused', problem: undecided() };
      } else if (answer.decision === 'deny') return { kind: 'refused', problem: denied(answer.reason) };
      else if (answer.decision === 'change') shown = answer.value;
    }
    return shown === result ? { kind: 'pass' } : { kind: 'changed', value: shown };
  }
}

function hooksOf(server: GatedServer, method: string, phase: HookPhase): WrittenHook[] {
  return policyLayersOf(server).flatMap(({ by, policies: { hooks = [] } }) =>
    hooks
      .filter((hook) => hook.phase === phase && hook.on.some((on) => on === method))
      .map((hook) => ({ hook, by })),
  );
}
