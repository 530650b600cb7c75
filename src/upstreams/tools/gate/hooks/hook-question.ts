import { createHmac } from 'node:crypto';
import { newId } from '../../../../kernel/id.js';
import type { JsonObject } from '../../../../kernel/json/json.js';
import type { RuleCaller } from '../rules/rule-caller.js';
import type { HookedCall, HookPhase } from '../call-hook.js';

/** What a hook is asked, the same to an address and to a tool. */
export function questionOf(
  { server, method, params, scope }: HookedCall,
  caller: RuleCaller,
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

/** Value of `X-Gantry-Signature`: whoever has the secret knows that a body is ours, and when it was sent. */
export function signatureOf(body: string, secret: string, nowMs: number): string {
  const seconds = String(Math.floor(nowMs / 1000));
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}
