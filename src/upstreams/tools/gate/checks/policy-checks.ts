import type { Checks } from '../../../../apps/document/policies/checks.schema.js';
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
import { policyLayersOf } from '../policy-layers.js';
import { checkedValue, type CheckedPart } from './checked-value.js';

/** `policies.checks`: sizes, secrets, personal data, invisible text and addresses, without asking anybody. */
export class PolicyChecks implements CallHook {
  readonly methods = contentMethods;
  readonly judgesChanges = true;

  concerns(server: GatedServer, _method: string, phase: HookPhase): boolean {
    return checksOf(server, phase).length > 0;
  }

  async request({ server, method, params }: HookedCall): Promise<RequestDecision> {
    const isRead = method === 'resources/read';
    const before = isRead ? params['uri'] : (params['arguments'] ?? {});
    const after = await inSlices(
      checkedBy(checksOf(server, 'request'), before, isRead ? 'address' : 'arguments'),
    );
    if (after === before) return { kind: 'pass' };
    if (isRead) return { kind: 'refused', problem: unfitAddress() };
    return { kind: 'changed', value: { arguments: after } };
  }

  /** A state is sealed, and what comes back must be what was given out. */
  async response({ server }: HookedCall, result: JsonObject): Promise<ResponseDecision> {
    const { requestState, ...before } = result;
    const after = (await inSlices(checkedBy(checksOf(server, 'response'), before, 'result'))) as JsonObject;
    return after === before
      ? { kind: 'pass' }
      : { kind: 'changed', value: { ...after, ...(requestState === undefined ? {} : { requestState }) } };
  }
}

function* checkedBy(
  all: readonly Checks[],
  value: unknown,
  part: CheckedPart,
): Generator<undefined, unknown> {
  let left = value;
  for (const checks of all) left = yield* checkedValue(left, checks, part);
  return left;
}

/** Those that look at what passes in this direction. */
function checksOf(server: GatedServer, phase: HookPhase): Checks[] {
  const other = phase === 'request' ? 'maxResultBytes' : 'maxArgumentBytes';
  return policyLayersOf(server).flatMap(({ policies: { checks } }) =>
    checks !== undefined && Object.keys(checks).some((name) => name !== other) ? [checks] : [],
  );
}

/** What is asked for cannot be another resource than it is. */
function unfitAddress(): Problem {
  return new Problem('tool-denied', 'The address of the resource holds what the checks do not let pass.');
}
