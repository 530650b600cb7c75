import { createHash } from 'node:crypto';
import type { JsonValue } from '../../kernel/json/json.js';
import type { RetryPolicy } from '../definition/workflow-definition.js';
import { millisecondsOf } from './evaluation.js';
import type { Frame } from './frame.js';

const maxDelayMs = 86_400_000;

/** How long to wait before the next attempt, in milliseconds. `attempt` counts from 1 and is the one that failed. */
export async function retryDelayMs(
  { delay, backoff, jitter }: RetryPolicy,
  attempt: number,
  key: string,
  input: JsonValue,
  frame: Frame,
): Promise<number> {
  const base = await millisecondsOf(delay, input, frame);
  const factor = { constant: 1, linear: attempt, exponential: 2 ** (attempt - 1) }[backoff];
  const extra = jitter === undefined ? 0 : await jitterMs(jitter, key, input, frame);
  return Math.min(Math.round(base * factor + extra), maxDelayMs);
}

/** Another one for each run and attempt, but the same at every replay. */
async function jitterMs(
  jitter: NonNullable<RetryPolicy['jitter']>,
  key: string,
  input: JsonValue,
  frame: Frame,
): Promise<number> {
  const from = await millisecondsOf(jitter.from, input, frame);
  const to = await millisecondsOf(jitter.to, input, frame);
  const digest = createHash('sha256').update(`${frame.ports.context.runId} ${key}`).digest();
  return from + ((to - from) * digest.readUInt32BE(0)) / 0xffff_ffff;
}
