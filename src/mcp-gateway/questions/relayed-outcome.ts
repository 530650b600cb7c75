import { isJsonObject } from '../../kernel/json/json.js';
import { Problem, type ProblemExtras } from '../../kernel/problems/problem.js';
import type { ProblemCode } from '../../kernel/problems/problem-catalogue.js';
import type { RpcError } from '../../mcp/wire/json-rpc.js';
import type { RawResponse } from '../../mcp/wire/link.js';

interface Relayed {
  /** The result as it came, so that its numbers keep their digits. */
  readonly result?: string;
  readonly error?: RpcError;
  readonly problem?: { readonly code: ProblemCode; readonly detail?: string; readonly extras: ProblemExtras };
}

/** What came of an answer, as text for another process. */
export async function relayed(outcome: Promise<RawResponse>): Promise<string> {
  try {
    const { message, resultBytes } = await outcome;
    const { error } = message;
    const told: Relayed =
      error === undefined
        ? { result: resultBytes?.toString('utf8') ?? JSON.stringify(message.result ?? {}) }
        : { error };
    return JSON.stringify(told);
  } catch (reason) {
    const { code, detail, extras } = Problem.from(reason);
    const { errors, retryAfterMs, members } = extras;
    return JSON.stringify({ problem: { code, detail, extras: { errors, retryAfterMs, members } } });
  }
}

/** The same in the process that asked. Throws the problem that it was. */
export function restored(text: string): RawResponse {
  const { result, error, problem } = JSON.parse(text) as Relayed;
  if (problem !== undefined) throw new Problem(problem.code, problem.detail, problem.extras);
  if (error !== undefined) return { message: { jsonrpc: '2.0', id: null, error } };
  const value: unknown = JSON.parse(result ?? '{}');
  return {
    message: { jsonrpc: '2.0', id: null, result: isJsonObject(value) ? value : {} },
    resultBytes: Buffer.from(result ?? '{}'),
  };
}
