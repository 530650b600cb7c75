import { parseJson, printJson } from '../../../kernel/json/exact-number.js';
import type { Hop } from '../../../kernel/hop.js';
import { memberBytes, type JsonObject } from '../../../kernel/json/json.js';
import { EventStreamParser, isEventStream } from '../../../mcp/wire/event-stream-parser.js';
import type { RpcResponse } from '../../../mcp/wire/json-rpc.js';
import { expectsAnswer, type NativeMessage, type NativeRequest } from '../../../mcp/server/native-request.js';
import type { NativeCall } from '../native-call.js';
import { answered, beginHop } from '../../../upstreams/connection/hops.js';
import type { Relayed } from './http-relay.js';

interface Asked {
  readonly hop: Hop;
  readonly message: NativeMessage;
}

const bracket = 0x5b;

/** Hears what servers answer to calls of tools on its way to the client, for the record; it reads no more than it must. */
export class HeardAnswers {
  private readonly asked: ReadonlyMap<string, Asked>;
  private readonly heard = new Set<Hop>();
  private events: EventStreamParser | undefined;

  /** For the calls of tools in a request, of which the first message has the hop `first`; `undefined` when there is none. */
  static of(
    { server, context }: NativeCall,
    { messages }: NativeRequest,
    first: Hop,
    maxBytes: number,
  ): HeardAnswers | undefined {
    const calls = messages.filter(expectsAnswer).flatMap((message, index) => {
      if (message.method !== 'tools/call') return [];
      const hop = index === 0 ? first : beginHop(server, { ...message, server }, context);
      hop.attempts = 1;
      return [{ hop, message }];
    });
    return calls.length === 0 ? undefined : new HeardAnswers(calls, maxBytes);
  }

  private constructor(
    private readonly calls: readonly Asked[],
    maxBytes: number,
  ) {
    this.asked = new Map(calls.map((one) => [printJson(one.message.id), one]));
    this.events = new EventStreamParser(maxBytes, ({ data }) => {
      this.text(data);
    });
  }

  /** A piece of a stream. */
  push(chunk: Buffer): void {
    try {
      this.events?.push(chunk);
    } catch {
      // Too long to be held back for this.
      this.events = undefined;
    }
  }

  /** An answer that came whole. */
  whole({ headers, body }: Pick<Relayed, 'headers' | 'body'>): void {
    if (isEventStream(headers)) this.push(body);
    else this.text(body);
  }

  /** Nothing comes any more: a call that was not answered by now has failed, unless its answer was too long to be heard. */
  end(): void {
    for (const { hop } of this.calls) {
      if (this.events !== undefined && !this.heard.has(hop)) hop.isError = hop.problem === undefined;
      hop.end();
    }
  }

  private text(json: Buffer): void {
    try {
      if (json[json.findIndex((byte) => byte > 0x20)] === bracket)
        for (const message of parseJson(json.toString()) as unknown[])
          this.message(Buffer.from(printJson(message)));
      else this.message(json);
    } catch {
      // What is no JSON answers nothing.
    }
  }

  private message(json: Buffer): void {
    const id = memberBytes(json, 'id')?.toString().trim();
    const one = id === undefined ? undefined : this.asked.get(id);
    if (one === undefined) return;
    const resultBytes = memberBytes(json, 'result');
    const error = memberBytes(json, 'error');
    if (resultBytes === undefined && error === undefined) return;
    this.heard.add(one.hop);
    answered(one.hop, one.message, { message: responseOf(resultBytes, error), resultBytes });
  }
}

/** A result is taken apart only if somebody looks into it. */
function responseOf(result: Buffer | undefined, error: Buffer | undefined): RpcResponse {
  if (result === undefined)
    return { jsonrpc: '2.0', id: null, error: parseJson(String(error)) as JsonObject };
  return {
    jsonrpc: '2.0',
    id: null,
    get result() {
      return parseJson(result.toString()) as JsonObject;
    },
  };
}
