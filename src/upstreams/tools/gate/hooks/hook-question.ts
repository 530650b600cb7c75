import { createHmac } from 'node:crypto';
import type { CallerIdentity } from '../../../../accounts/identity/caller-identity.js';
import { newId } from '../../../../kernel/id.js';
import { foreignJsonDepth } from '../../../../kernel/json/foreign/foreign-json.js';
import { NestsTooDeeply, printingJson } from '../../../../kernel/json/foreign/json-printing.js';
import type { JsonObject } from '../../../../kernel/json/json.js';
import type { HookedCall, HookPhase } from '../call-hook.js';
import { HookFailure } from './hook-decision.js';

/** A result, or arguments, stand in the object that is the question. */
const levelsAround = 1;

/** What a hook is asked, the same to an address and to a tool. */
export function questionOf(
  { server, method, params, scope }: HookedCall,
  caller: CallerIdentity,
  phase: HookPhase,
  result: JsonObject | undefined,
): JsonObject {
  const isTool = method === 'tools/call';
  return {
    id: newId('hook'),
    phase,
    method,
    requestId: scope.requestId,
    caller: caller.shown,
    server: server.definition.name,
    ...(isTool ? { tool: params['name'] } : {}),
    ...(method === 'prompts/get' ? { prompt: params['name'] } : {}),
    ...(method === 'resources/read' ? { uri: params['uri'] } : { arguments: params['arguments'] ?? {} }),
    ...(phase === 'response' ? { result } : {}),
  };
}

/** A question as text, in steps that can be put aside: the result in it may be large. `maxBodyDepth`: levels of what callers send. Throws a `HookFailure` for what nests too deeply. */
export function* printingQuestion(question: JsonObject, maxBodyDepth: number): Generator<undefined, string> {
  try {
    const maxDepth = Math.max(foreignJsonDepth, maxBodyDepth) + levelsAround;
    const limits = { maxDepth, maxBytes: Infinity };
    return (yield* printingJson(question, limits)) ?? '';
  } catch (error) {
    if (!(error instanceof NestsTooDeeply)) throw error;
    throw new HookFailure(`is not asked about what ${error.message}`, { cause: error });
  }
}

/** Value of `X-Gantry-Signature`: whoever has the secret knows that a body is ours, and when it was sent. */
export function signatureOf(body: string, secret: string, nowMs: number): string {
  const seconds = String(Math.floor(nowMs / 1000));
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')}`;
}
