import { keyOf, parseJson, printJson } from '../../../kernel/json/exact-number.js';
import type { Hop } from '../../../kernel/hop.js';
import { isSpace } from '../../../kernel/json/json-bytes.js';
import { membersBytes, type JsonObject } from '../../../kernel/json/json.js';
import { holdsTooMany } from '../../../mcp/wire/answer-values.js';
import { EventStreamParser, isEventStream } from '../../../mcp/wire/event-stream-parser.js';
import type { RpcError, RpcResponse } from '../../../mcp/wire/json-rpc.js';
import { expectsAnswer, type NativeMessage, type NativeRequest } from '../../../mcp/server/native-request.js';
import type { Values } from '../../../platform/config/variables.js';
import type { NativeCall } from '../native-call.js';
import { answered, beginHop } from '../../../upstreams/connection/hops.js';
import type { Relayed } from './http-relay.js';

interface Asked {
  readonly hop: Hop;
  readonly message: NativeMessage;
  /** As it is written. */
  readonly id: string;
  isAnswered: boolean;
}

type HeardLimits = Pick<Values, 'MAX_RESULT_BYTES' | 'MAX_RESULT_ELEMENTS'>;

const bracket = 0x5b;

/** Hears what servers answer to calls of tools on its way to the client, for the record; it reads no more than it must. */
export class HeardAnswers {
  private events: EventStreamParser | undefined;
  private isTooLong = false;

  /** For the calls of tools in a request, of which the first message has the hop `first`; `undefined` when there is none. */
  static of(
    { server, context }: NativeCall,
    { messages }: NativeRequest,
    first: Hop,
    limits: HeardLimits,
  ): HeardAnswers | undefined {
    const calls: Asked[] = [];
    let isFirst = true;
    for (const message of messages) {
      if (!expectsAnswer(message)) continue;
      if (message.method === 'tools/call') {
        const hop = isFirst ? first : beginHop(server, { ...message, server }, context);
        hop.attempts = 1;
        calls.push({ hop, message, id: printJson(message.id), isAnswered: false });
      }
      isFirst = false;
    }
    return calls.length === 0 ? undefined : new HeardAnswers(calls, limits);
  }

  private constructor(
    private readonly calls: readonly Asked[],
    private readonly limits: HeardLimits,
  ) {}

  /** A piece of a stream. */
  push(chunk: Buffer): void {
    if (this.isTooLong) return;
    this.events ??= new EventStreamParser(this.limits.MAX_RESULT_BYTES, ({ data }) => {
      this.text(data);
    });
    try {
      this.events.push(chunk);
    } catch {
      // Too long to be held back for this.
      this.isTooLong = true;
    }
  }

  /** An answer that came whole. */
  whole({ headers, body }: Pick<Relayed, 'headers' | 'body'>): void {
    if (isEventStream(headers)) this.push(body);
    else this.text(body);
  }

  /** Nothing comes any more: a call that was not answered by now has failed, unless its answer was too long to be heard. */
  end(): void {
    for (const { hop, isAnswered } of this.calls) {
      if (!this.isTooLong && !isAnswered) hop.isError = hop.problem === undefined;
      hop.end();
    }
  }

  private text(json: Buffer): void {
    // Whoever hands the answer on refuses it.
    if (holdsTooMany(json, this.limits.MAX_RESULT_ELEMENTS)) return;
    try {
      let start = 0;
      while (isSpace(json[start])) start++;
      if (json[start] === bracket)
        for (const message of parseJson(json.toString()) as unknown[])
          this.message(Buffer.from(printJson(message)));
      else this.message(json);
    } catch {
      // What is no JSON answers nothing.
    }
  }

  private message(json: Buffer): void {
    const [id, result, error] = membersBytes(json, ['id', 'result', 'error']);
    const one = id === undefined ? undefined : this.askedWith(id.toString().trim());
    if (one === undefined || (result === undefined && error === undefined)) return;
    one.isAnswered = true;
    answered(one.hop, one.message, { message: new HeardResponse(result, error), resultBytes: result });
  }

  /** Servers may write an id otherwise than the client did: `"\u00e9"` for `"é"`, or `7.0` for `7`. */
  private askedWith(id: string): Asked | undefined {
    const one = this.calls.findLast((call) => call.id === id);
    if (one !== undefined) return one;
    const key = keyOf(parseJson(id));
    return this.calls.findLast(({ message }) => keyOf(message.id) === key);
  }
}

/** A result is taken apart only if somebody looks into it. */
class HeardResponse implements RpcResponse {
  readonly jsonrpc = '2.0';
  readonly id = null;
  readonly error: RpcError | undefined;

  constructor(
    private readonly resultBytes: Buffer | undefined,
    error: Buffer | undefined,
  ) {
    if (resultBytes === undefined) this.error = parseJson(String(error)) as RpcError;
  }

  get result(): JsonObject | undefined {
    return this.resultBytes && (parseJson(this.resultBytes.toString()) as JsonObject);
  }
}
