import { isSameValue, parseJson } from '../../../kernel/json/exact-number.js';
import { isJsonObject, memberBytes } from '../../../kernel/json/json.js';
import { outlinedBytes } from '../../../kernel/json/json-outline.js';
import { isEventStream } from '../../../mcp/wire/event-stream-parser.js';
import { LinkFailure } from '../../../mcp/wire/link-failure.js';
import { fieldsOf } from '../../../mcp/wire/event-blocks.js';
import type { Relayed } from './http-relay.js';
import type { NativeMessage } from '../../../mcp/server/native-request.js';
import { dataIn } from './server-answer.js';

/** The member that each kind of result has, and the method that it answers. */
const looks = [
  ['tools', 'tools/list'],
  ['prompts', 'prompts/list'],
  ['instructions', 'server/discover'],
  ['content', 'tools/call'],
  ['structuredContent', 'tools/call'],
  ['contents', 'resources/read'],
  ['messages', 'prompts/get'],
] as const;

/** Methods whose answers are looked for where nobody has asked for them; an introduction matters where lists do. */
export const mayStray = looks.map(([, method]) => method).filter((method) => method !== 'server/discover');

/** What an error nobody has asked for is taken for. */
const methodOfErrors = 'tools/call';

/** What an answer is by its looks. */
export function methodOf(result: unknown): string | undefined {
  return isJsonObject(result) ? looks.find(([member]) => member in result)?.[1] : undefined;
}

/**
 * Answers that rules or hooks change, where nobody has asked for them: on the stream of another request, on one that is for what a
 * server says unasked, or in place of another answer. A client would take them for the answer to a request of its own by their id.
 */
export class StrayAnswers {
  /** What every answer that is looked for holds, or a name that is written with an escape. */
  private readonly hints: readonly string[];

  constructor(
    private readonly isFiltered: (method: string | undefined) => boolean,
    private readonly asked: readonly NativeMessage[],
  ) {
    const filtered = looks.filter(([, method]) => isFiltered(method));
    const errors = isFiltered(methodOfErrors) ? ['"error"'] : [];
    this.hints = [...filtered.map(([member]) => `"${member}"`), ...errors, '\\u'];
  }

  /** An event of a stream; `undefined` when it is one. */
  readonly shown = (block: string): string | undefined =>
    this.mayHold(block) && this.isIn(fieldsOf(block).data) ? undefined : block;

  /** Throws a `LinkFailure` when one is in an answer that came whole. */
  refuse(relayed: Pick<Relayed, 'headers' | 'body'>): void {
    const { body } = relayed;
    if (!this.mayHold(body)) return;
    const id = isEventStream(relayed.headers) ? undefined : idOfLarge(body);
    // A large answer to what was asked is not taken apart.
    if (id !== undefined && this.asked.some((one) => isSameValue(one.id, id))) return;
    if (dataIn(relayed).some((text) => this.isIn(text)))
      throw new LinkFailure('bad-answer', 'the server gave the answer to another request');
  }

  private mayHold(raw: string | Buffer): boolean {
    return this.hints.some((hint) => raw.includes(hint));
  }

  /** In a message or several. What is no JSON counts as one: some clients read more than JSON. */
  private isIn(text: string): boolean {
    try {
      return [parseJson(text)].flat().some((message) => this.isStray(message));
    } catch {
      return text !== '';
    }
  }

  private isStray(message: unknown): boolean {
    if (!isJsonObject(message)) return false;
    const method = isJsonObject(message['error']) ? methodOfErrors : methodOf(message['result']);
    if (!this.isFiltered(method)) return false;
    return !this.asked.some(({ id }) => isSameValue(id, message['id']));
  }
}

/** The id of a large message; `undefined` for others. */
function idOfLarge(body: Buffer): unknown {
  const id = body.length < outlinedBytes ? undefined : memberBytes(body, 'id');
  return id === undefined || id.length > 4096 ? undefined : parseJson(id.toString('utf8'));
}
