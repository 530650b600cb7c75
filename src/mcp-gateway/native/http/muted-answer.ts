import { parseJson, printJson } from '../../../kernel/json/exact-number.js';
import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import { Problem } from '../../../kernel/problems/problem.js';
import { isEventStream } from '../../../mcp/wire/event-stream-parser.js';
import type { RpcResponse } from '../../../mcp/wire/json-rpc.js';
import { isQuestion, undeclared } from '../../../mcp/wire/question.js';
import { requireDeclared } from '../../questions/question-rules.js';
import { EventBlocks, fieldsOf } from '../../../mcp/wire/event-blocks.js';
import type { Relayed } from './http-relay.js';

/** What a server says that may ask nothing, as its client gets it: questions are answered here. */
export class MutedAnswer {
  constructor(
    /** Tells the server that nobody answers. */
    private readonly refuse: (answer: RpcResponse) => void,
    /** The error in place of a result that asks. */
    private readonly errorOf: (problem: Problem) => JsonObject,
  ) {}

  /** An event of a stream; `undefined` when nothing of it is left. */
  readonly shown = (block: string): string | undefined => {
    const { id, data } = fieldsOf(block);
    if (data === '') return block;
    const said = this.text(data);
    if (said === undefined || said === data) return said === undefined ? undefined : block;
    return `${id === undefined ? '' : `id: ${id}\n`}event: message\ndata: ${said}\n\n`;
  };

  /** An answer that came whole. */
  whole(relayed: Relayed): Relayed {
    const { headers, body } = relayed;
    if (body.length === 0) return relayed;
    const blocks: string[] = [];
    if (isEventStream(headers))
      new EventBlocks(body.length, (block) => blocks.push(this.shown(block) ?? '')).push(body);
    else blocks.push(this.text(body.toString('utf8')) ?? '');
    return { ...relayed, body: Buffer.from(blocks.join('')) };
  }

  /** A JSON text with a message or several; what is no JSON asks nobody. */
  private text(text: string): string | undefined {
    let value: unknown;
    try {
      value = parseJson(text);
    } catch {
      return text;
    }
    const said = Array.isArray(value) ? (value as unknown[]) : [value];
    const left = said.flatMap((message) => (isJsonObject(message) ? (this.message(message) ?? []) : message));
    if (left.length === said.length && left.every((message, index) => message === said[index])) return text;
    if (left.length === 0) return undefined;
    return printJson(Array.isArray(value) ? left : left[0]);
  }

  private message(message: JsonObject): JsonObject | undefined {
    const refusal = refusalOfQuestion(message);
    if (refusal !== undefined) {
      this.refuse(refusal);
      return undefined;
    }
    try {
      if (isJsonObject(message['result'])) requireDeclared(message['result'], {});
      return message;
    } catch (error) {
      return { jsonrpc: '2.0', id: message['id'], error: this.errorOf(Problem.from(error)) };
    }
  }
}

/** What a server is told that asks although it may not; `undefined` for what is no question. */
export function refusalOfQuestion(message: object): RpcResponse | undefined {
  const { id, method } = message as JsonObject;
  if (typeof method !== 'string' || !isQuestion({ method })) return undefined;
  const error = undeclared({ method }, {});
  return error === undefined ? undefined : ({ jsonrpc: '2.0', id, error } as RpcResponse);
}
