import {
  foreignJsonDepth,
  ForeignJsonTooLarge,
  parsingForeignJson,
} from '../../../../kernel/json/foreign/foreign-json.js';
import { inSlices } from '../../../../kernel/pacing/slices.js';
import { HookFailure } from './hook-decision.js';

/** Bytes that an answer of a hook may have, whatever the hook was asked about. */
const hookAnswerBytes = 1_048_576;

/** Bytes that the response of a hook can have: 1 MiB, or as many as its request, since the response can replace what the request contains. */
export function maxAnswerBytes(questionBytes: number): number {
  return Math.max(hookAnswerBytes, questionBytes);
}

export function tooLarge(maxBytes: number): HookFailure {
  return new HookFailure(`answered with more than ${String(maxBytes)} bytes`);
}

/** The JSON of an answer, in slices. Throws a `SyntaxError`, or a `HookFailure` for more values or levels than it may have. */
export async function readAnswer(text: string, maxValues: number): Promise<unknown> {
  try {
    return await inSlices(parsingForeignJson(text, { maxDepth: foreignJsonDepth, maxValues }));
  } catch (error) {
    if (!(error instanceof ForeignJsonTooLarge)) throw error;
    throw new HookFailure(`answered with JSON that ${error.message}`, { cause: error });
  }
}
