import { Inject, Injectable } from '@nestjs/common';
import type { JsonObject } from '../../../kernel/json/json.js';
import { callHooks, policyHooks, type CallHook, type GatedServer, type HookedCall } from './call-hook.js';

/** What became of the parameters of a request, and whether somebody must approve it. */
export interface HookedRequest {
  readonly params: JsonObject;
  readonly asks: boolean;
}

/** The hooks of this gateway, by the methods that they are about. */
@Injectable()
export class HookChain {
  private readonly requests: ReadonlyMap<string, readonly CallHook[]>;
  private readonly responses: ReadonlyMap<string, readonly CallHook[]>;

  constructor(
    @Inject(callHooks) own: readonly CallHook[],
    @Inject(policyHooks) ofPolicies: readonly CallHook[],
  ) {
    const hooks = [...own, ...ofPolicies];
    this.requests = byMethod(hooks.filter((hook) => hook.request !== undefined));
    this.responses = byMethod(hooks.filter((hook) => hook.response !== undefined));
  }

  /** Whether somebody wants to see such requests to a server; with `name` those about one tool or prompt, by the server's own name. */
  hearsRequests(server: GatedServer, method: string, name?: string): boolean {
    return hearsIn(this.requests.get(method), server, name);
  }

  /** Whether somebody wants to see the results of such requests. */
  hearsResults(server: GatedServer, method: string, name?: string): boolean {
    return hearsIn(this.responses.get(method), server, name);
  }

  /** Whether somebody wants to see such requests or their results. */
  hearsAny(server: GatedServer, method: string, name?: string): boolean {
    return this.hearsRequests(server, method, name) || this.hearsResults(server, method, name);
  }

  /** Throws the problem of the first hook that refuses. */
  async request(call: HookedCall): Promise<HookedRequest> {
    let { params } = call;
    let asks = false;
    for (const hook of this.requests.get(call.method) ?? []) {
      if (!isAbout(hook, call.server, targetIn(call.params))) continue;
      const decision = (await hook.request?.({ ...call, params })) ?? pass;
      if (decision.kind === 'refused') throw decision.problem;
      if ('value' in decision && decision.value !== undefined) params = sameTarget(params, decision.value);
      if (decision.kind === 'ask') asks = true;
    }
    return { params, asks };
  }

  /** The result as the caller is to see it; the same object when no hook changes it. Throws the problem of the first that refuses. */
  async response(call: HookedCall, result: JsonObject): Promise<JsonObject> {
    let shown = result;
    for (const hook of this.responses.get(call.method) ?? []) {
      if (!isAbout(hook, call.server, targetIn(call.params))) continue;
      const decision = (await hook.response?.(call, shown)) ?? pass;
      if (decision.kind === 'refused') throw decision.problem;
      if (decision.kind === 'changed') shown = decision.value;
    }
    return shown;
  }
}

/** The tool or prompt that parameters are about. */
export function targetIn({ name }: JsonObject): string | undefined {
  return typeof name === 'string' ? name : undefined;
}

function hearsIn(
  hooks: readonly CallHook[] | undefined,
  server: GatedServer,
  name: string | undefined,
): boolean {
  return hooks?.some((hook) => isAbout(hook, server, name)) === true;
}

function isAbout(hook: CallHook, server: GatedServer, name: string | undefined): boolean {
  return hook.concerns === undefined || hook.concerns(server, name);
}

const pass = { kind: 'pass' } as const;

/** What was found and allowed is what is called: a hook changes what it is called with, and leaves what it does not name. */
function sameTarget(before: JsonObject, after: JsonObject): JsonObject {
  const kept = ['name', 'uri', 'ref'].filter((member) => member in before);
  return { ...before, ...after, ...Object.fromEntries(kept.map((member) => [member, before[member]])) };
}

function byMethod(hooks: readonly CallHook[]): ReadonlyMap<string, readonly CallHook[]> {
  const found = new Map<string, CallHook[]>();
  for (const hook of hooks)
    for (const method of hook.methods) found.set(method, [...(found.get(method) ?? []), hook]);
  return found;
}
