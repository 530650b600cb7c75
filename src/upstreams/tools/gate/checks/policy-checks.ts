import type { Checks } from '../../../../apps/document/policies/checks.schema.js';
import type { RuleReason } from '../../../../kernel/hop.js';
import type { JsonObject } from '../../../../kernel/json/json.js';
import { Problem } from '../../../../kernel/problems/problem.js';
import { inSlices } from '../../../../kernel/pacing/slices.js';
import {
  contentMethods,
  type CallHook,
  type GatedServer,
  type HookedCall,
  type HookPhase,
  type RequestDecision,
  type ResponseDecision,
} from '../call-hook.js';
import { noteDecision } from '../decision-notes.js';
import { placeOfPolicies, policyLayersOf, type PolicyLayer } from '../policy-layers.js';
import { checkedValue, type CheckedPart } from './checked-value.js';

interface WrittenChecks {
  readonly by: PolicyLayer['by'];
  readonly checks: Checks;
}

/** `policies.checks`: sizes, secrets, personal data, invisible text and addresses, without asking anybody. */
export class PolicyChecks implements CallHook {
  readonly methods = contentMethods;
  readonly judgesChanges = true;

  concerns(server: GatedServer, _method: string, phase: HookPhase): boolean {
    return checksOf(server, phase).length > 0;
  }

  async request(call: HookedCall): Promise<RequestDecision> {
    const { method, params } = call;
    const isRead = method === 'resources/read';
    const before = isRead ? params['uri'] : (params['arguments'] ?? {});
    const note = (reason: RuleReason): void => {
      noteDecision(call, reason);
    };
    const after = await checked(call.server, 'request', before, isRead ? 'address' : 'arguments', note);
    if (after === before) return { kind: 'pass' };
    if (isRead) return { kind: 'refused', problem: unfitAddress() };
    return { kind: 'changed', value: { arguments: after } };
  }

  /** A state is sealed, and what comes back must be what was given out. */
  async response(call: HookedCall, result: JsonObject): Promise<ResponseDecision> {
    const { requestState, ...before } = result;
    const after = (await checked(call.server, 'response', before, 'result', (reason) => {
      // What is taken out of a result comes after its call is on record.
      if (reason.decision === 'deny') noteDecision(call, reason);
    })) as JsonObject;
    return after === before
      ? { kind: 'pass' }
      : { kind: 'changed', value: { ...after, ...(requestState === undefined ? {} : { requestState }) } };
  }
}

/** Arguments as all checks leave them; `note` is told what they do. Throws `tool-denied`. */
export async function checkedArguments(
  server: GatedServer,
  args: JsonObject,
  note: (reason: RuleReason) => void,
): Promise<JsonObject> {
  return (await checked(server, 'request', args, 'arguments', note)) as JsonObject;
}

async function checked(
  server: GatedServer,
  phase: HookPhase,
  value: unknown,
  part: CheckedPart,
  note: (reason: RuleReason) => void,
): Promise<unknown> {
  let left = value;
  for (const { by, checks } of checksOf(server, phase)) {
    const pointer = `${placeOfPolicies(by, server)}/checks`;
    try {
      const after = await inSlices(checkedValue(left, checks, part));
      if (after !== left) note({ by, pointer, decision: 'redact' });
      left = after;
    } catch (error) {
      note({ by, pointer, decision: 'deny', reason: Problem.from(error).message });
      throw error;
    }
  }
  return left;
}

/** Those that look at what passes in this direction. */
function checksOf(server: GatedServer, phase: HookPhase): WrittenChecks[] {
  const other = phase === 'request' ? 'maxResultBytes' : 'maxArgumentBytes';
  return policyLayersOf(server).flatMap(({ by, policies: { checks } }) =>
    checks !== undefined && Object.keys(checks).some((name) => name !== other) ? [{ by, checks }] : [],
  );
}

/** What is asked for cannot be another resource than it is. */
function unfitAddress(): Problem {
  return new Problem('tool-denied', 'The address of the resource holds what the checks do not let pass.');
}
