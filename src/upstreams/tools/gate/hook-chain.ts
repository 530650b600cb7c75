import { Inject, Injectable } from '@nestjs/common';
import type { JsonObject } from '../../../kernel/json/json.js';
import type { PolicyAuthor } from '../../approvals/approval.js';
import {
  callHooks,
  policyHooks,
  type CallHook,
  type GatedServer,
  type HookedCall,
  type HookPhase,
} from './call-hook.js';

/** What became of the parameters of a request, and whose policies require an approval of it, if any do. */
export interface HookedRequest {
  readonly params: JsonObject;
  readonly requiredBy: PolicyAuthor | undefined;
  /** Why, as the first that asks says it. */
  readonly reason?: string | undefined;
}

/** The hooks of this gateway, by the methods that they are about. */
@Injectable()
export class HookChain {
  private readonly requests: HooksOfPhase;
  private readonly responses: HooksOfPhase;

  constructor(
    @Inject(callHooks) own: readonly CallHook[],
    @Inject(policyHooks) ofPolicies: readonly CallHook[],
  ) {
    const hooks = [...own, ...ofPolicies];
    this.requests = new HooksOfPhase('request', hooks);
    this.responses = new HooksOfPhase('response', hooks);
  }

  /** Whether somebody wants to see such requests to a server; with `name` those about one tool or prompt, by the server's own name. */
  hearsRequests(server: GatedServer, method: string, name?: string): boolean {
    return this.requests.about(server, method, name).length > 0;
  }

  /** Whether somebody wants to see the results of such requests. */
  hearsResults(server: GatedServer, method: string, name?: string): boolean {
    return this.responses.about(server, method, name).length > 0;
  }

  /** Whether nothing of such results, nor of what is told before them, may be shown until somebody has decided. */
  decidesOnResults(server: GatedServer, method: string): boolean {
    return this.responses.about(server, method, undefined).some(({ showsLess }) => showsLess !== true);
  }

  /** Whether somebody wants to see such requests or their results. */
  hearsAny(server: GatedServer, method: string, name?: string): boolean {
    return this.hearsRequests(server, method, name) || this.hearsResults(server, method, name);
  }

  /** Throws the problem of the first hook that refuses. */
  async request(call: HookedCall): Promise<HookedRequest> {
    let { params } = call;
    let requiredBy: PolicyAuthor | undefined;
    let reason: string | undefined;
    const ask = async (hook: CallHook, isAgain: boolean): Promise<boolean> => {
      const again = isAgain || call.isAgain === true;
      const decision = (await hook.request?.({ ...call, params, isAgain: again })) ?? pass;
      if (decision.kind === 'refused') throw decision.problem;
      if (decision.kind === 'ask') {
        requiredBy = decision.by === 'app' ? (requiredBy ?? 'app') : 'operator';
        reason ??= decision.reason;
      }
      if (!('value' in decision) || decision.value === undefined) return false;
      params = sameTarget(params, decision.value);
      return true;
    };
    await this.inTurn(this.requests, call, ask);
    return { params, requiredBy, reason };
  }

  /** The result as the caller is to see it; the same object when no hook changes it. Throws the problem of the first that refuses. */
  async response(call: HookedCall, result: JsonObject): Promise<JsonObject> {
    let shown = result;
    await this.inTurn(this.responses, call, async (hook) => {
      const decision = (await hook.response?.(call, shown)) ?? pass;
      if (decision.kind === 'refused') throw decision.problem;
      if (decision.kind !== 'changed') return false;
      shown = decision.value;
      return true;
    });
    return shown;
  }

  /**
   * Asks each hook, and those that judge changes once more when one behind them has made some; when all is decided, those that show less of it.
   * `ask` tells whether it has changed something.
   */
  private async inTurn(
    all: HooksOfPhase,
    { server, method, params }: HookedCall,
    ask: (hook: CallHook, isAgain: boolean) => Promise<boolean>,
  ): Promise<void> {
    const hooks = all.about(server, method, targetIn(params));
    const deciding = hooks.filter(({ showsLess }) => showsLess !== true);
    let lastChange = -1;
    for (const [index, hook] of deciding.entries()) if (await ask(hook, false)) lastChange = index;
    for (const hook of deciding.slice(0, Math.max(0, lastChange)))
      if (hook.judgesChanges === true) await ask(hook, true);
    for (const hook of hooks) if (hook.showsLess === true) await ask(hook, false);
  }
}

/** The tool or prompt that parameters are about. */
export function targetIn({ name }: JsonObject): string | undefined {
  return typeof name === 'string' ? name : undefined;
}

const pass = { kind: 'pass' } as const;

/** What was found and allowed is what is called: a hook changes what it is called with, and leaves what it does not name. */
function sameTarget(before: JsonObject, after: JsonObject): JsonObject {
  const kept = ['name', 'uri', 'ref'].filter((member) => member in before);
  return { ...before, ...after, ...Object.fromEntries(kept.map((member) => [member, before[member]])) };
}

const none: readonly CallHook[] = [];

/** The hooks of one direction. */
class HooksOfPhase {
  private readonly byMethod = new Map<string, CallHook[]>();
  /** Those that are about some of such requests to a server: what is written for it never changes. */
  private readonly known = new WeakMap<GatedServer, Map<string, readonly CallHook[]>>();

  constructor(
    private readonly phase: HookPhase,
    hooks: readonly CallHook[],
  ) {
    for (const hook of hooks)
      if (hook[phase] !== undefined)
        for (const method of hook.methods)
          this.byMethod.set(method, [...(this.byMethod.get(method) ?? []), hook]);
  }

  /** Those that are about such requests, or their results; with `name`, about those for that tool or prompt. */
  about(server: GatedServer, method: string, name: string | undefined): readonly CallHook[] {
    const all = this.byMethod.get(method);
    if (all === undefined) return none;
    let ofServer = this.known.get(server);
    if (ofServer === undefined) this.known.set(server, (ofServer = new Map<string, readonly CallHook[]>()));
    let hooks = ofServer.get(method);
    if (hooks === undefined) ofServer.set(method, (hooks = this.concerned(all, server, method, undefined)));
    return hooks.length === 0 || name === undefined ? hooks : this.concerned(hooks, server, method, name);
  }

  private concerned(
    hooks: readonly CallHook[],
    server: GatedServer,
    method: string,
    name: string | undefined,
  ) {
    return hooks.filter((hook) => hook.concerns?.(server, method, this.phase, name) !== false);
  }
}
