import { isSameValue, parseJson } from '../../../kernel/json/exact-number.js';
import { isJsonObject } from '../../../kernel/json/json.js';
import { LinkFailure } from '../../../mcp/wire/link-failure.js';
import { fieldsOf } from '../../../mcp/wire/event-blocks.js';
import type { Relayed } from './http-relay.js';
import type { NativeMessage } from '../../../mcp/server/native-request.js';
import { dataIn } from './server-answer.js';

/** What every list and introduction holds, or a name that is written with an escape. */
const hints = ['"tools"', '"prompts"', '"instructions"', '\\u'] as const;

function mayHold(raw: string | Buffer): boolean {
  return hints.some((hint) => raw.includes(hint));
}

/** What an answer is by its looks. */
export function methodOf(result: unknown): string | undefined {
  if (!isJsonObject(result)) return undefined;
  if ('tools' in result) return 'tools/list';
  if ('prompts' in result) return 'prompts/list';
  return 'instructions' in result ? 'server/discover' : undefined;
}

/**
 * Answers that rules hide something of, where nobody has asked for them: on the stream of another request, on one that is for what a
 * server says unasked, or in place of another answer. A client would take them for the answer to a request of its own by their id.
 */
export class StrayAnswers {
  constructor(
    private readonly isFiltered: (method: string | undefined) => boolean,
    private readonly asked: readonly NativeMessage[],
  ) {}

  /** An event of a stream; `undefined` when it is one. */
  readonly shown = (block: string): string | undefined =>
    mayHold(block) && this.isIn(fieldsOf(block).data) ? undefined : block;

  /** Throws a `LinkFailure` when one is in an answer that came whole. */
  refuse(relayed: Pick<Relayed, 'headers' | 'body'>): void {
    if (mayHold(relayed.body) && dataIn(relayed).some((text) => this.isIn(text)))
      throw new LinkFailure('bad-answer', 'the server gave the answer to another request');
  }

  /** In a message or several. */
  private isIn(text: string): boolean {
    try {
      return [parseJson(text)].flat().some((message) => this.isStray(message));
    } catch {
      return false;
    }
  }

  private isStray(message: unknown): boolean {
    if (!isJsonObject(message) || !this.isFiltered(methodOf(message['result']))) return false;
    return !this.asked.some(({ id }) => isSameValue(id, message['id']));
  }
}
