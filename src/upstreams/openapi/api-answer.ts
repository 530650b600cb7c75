import { randomUUID } from 'node:crypto';
import { TextDecoder } from 'node:util';
import { ByteCollector } from '../../kernel/byte-collector.js';
import type { JsonObject } from '../../kernel/json/json.js';
import type { LinkFailure } from '../../mcp/wire/link-failure.js';
import type { ResponseSink } from '../links/http-exchange.js';
import type { Redacts } from '../links/redaction/redaction.js';
import { httpFactsKey, shownHeaders, type HttpFacts, type HttpRequestFacts } from './http-facts.js';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

export interface AnswerLimits {
  /** Of a text that is shown; what is longer is cut. */
  readonly maxAnswerBytes: number;
  /** Of anything that is read. */
  readonly maxResultBytes: number;
  /** So long a stream of events is read. */
  readonly streamMs: number;
}

interface Outcome {
  resolve(result: JsonObject): void;
  reject(failure: LinkFailure): void;
  /** Whether the answer is a redirect that is followed. */
  follows(status: number, location: string | string[] | undefined): boolean;
  /** Nobody wants more of the answer. */
  stop(): void;
}

/** For a caller who wants to know of the answer itself, too. */
interface Telling {
  readonly request: HttpRequestFacts;
  readonly redaction: Redacts | undefined;
}

const textTypes =
  /^(?:text\/|application\/(?:json|xml|yaml|x-yaml|javascript|ecmascript|graphql|sql|toml|x-ndjson|jsonl|x-www-form-urlencoded)\b)|[+-](?:json|xml|yaml)\b/i;
const streamTypes = /^(?:text\/event-stream|application\/(?:x-ndjson|jsonl|stream\+json|json-seq))\b/i;

/** The answer of an API as the result of a tool: texts as they came, cut to size; all else as resources; 4xx and 5xx as errors. */
export class ApiAnswer implements ResponseSink {
  readonly cap: number;
  isStream = false;
  private status = 0;
  private headers: Headers = {};
  private isOver = false;
  private isFollowed = false;
  private body = new ByteCollector();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly limits: AnswerLimits,
    private readonly outcome: Outcome,
    private readonly telling?: Telling,
  ) {
    this.cap = Math.max(limits.maxResultBytes, limits.maxAnswerBytes + 65_536);
  }

  get gathered(): number {
    return this.body.length;
  }

  onHead(status: number, headers: Headers): void {
    this.status = status;
    this.headers = headers;
    this.isFollowed = this.outcome.follows(status, headers['location']);
    this.isStream = streamTypes.test(this.contentType);
    if (this.isStream)
      this.timer = setTimeout(() => {
        this.cut(`the stream was read for ${String(this.limits.streamMs)} ms (OPENAPI_STREAM_MS)`);
      }, this.limits.streamMs);
  }

  onData(chunk: Buffer): void {
    if (this.isOver || this.isFollowed) return;
    this.body.add(chunk);
    const { maxAnswerBytes } = this.limits;
    if (this.isText && this.body.length > maxAnswerBytes)
      this.cut(`the answer has more than ${String(maxAnswerBytes)} bytes (MAX_OPENAPI_ANSWER_BYTES)`, true);
  }

  onEnd(): void {
    if (!this.isFollowed) this.settle();
  }

  onFailure(failure: LinkFailure): void {
    clearTimeout(this.timer);
    if (!this.isOver) this.outcome.reject(failure);
    this.isOver = true;
  }

  private get contentType(): string {
    return String(this.headers['content-type'] ?? '').trim();
  }

  private get isText(): boolean {
    return this.contentType === '' || textTypes.test(this.contentType);
  }

  private cut(why: string, isShort = false): void {
    if (this.isOver) return;
    this.settle(`[Cut here: ${why}.]`, isShort);
    this.outcome.stop();
  }

  private settle(note?: string, isCut = false): void {
    clearTimeout(this.timer);
    this.isOver = true;
    const bytes = this.body.take();
    const isError = this.status >= 300;
    const said = [
      ...(isError ? [this.statusText()] : []),
      ...(note === undefined ? [] : [note]),
      ...(!isError && bytes.length === 0 ? [`HTTP ${String(this.status)}`] : []),
    ];
    const content = [
      ...(bytes.length === 0 ? [] : [this.isText ? this.textBlock(bytes, note) : this.resource(bytes)]),
      ...said.map((text) => ({ type: 'text', text })),
    ];
    const body = bytes.length === 0 ? -1 : isError ? content.length - 1 : 0;
    this.outcome.resolve({
      content: isError ? content.reverse() : content,
      ...(isError ? { isError } : {}),
      ...(this.telling === undefined
        ? {}
        : { _meta: { [httpFactsKey]: this.facts(this.telling, body, isCut) } }),
    });
  }

  private facts({ request, redaction }: Telling, body: number, isCut: boolean): HttpFacts {
    return { request, statusCode: this.status, headers: shownHeaders(this.headers, redaction), body, isCut };
  }

  private statusText(): string {
    const { status } = this;
    const { 'retry-after': later } = this.headers;
    if (status < 400)
      return `HTTP ${String(status)}: the API redirects to where the gateway does not follow.`;
    return `HTTP ${String(status)}${typeof later === 'string' ? `, Retry-After: ${later.slice(0, 100)}` : ''}`;
  }

  private textBlock(bytes: Buffer, note: string | undefined): JsonObject {
    const shown = note === undefined ? bytes : bytes.subarray(0, this.limits.maxAnswerBytes);
    return { type: 'text', text: decoderFor(this.contentType).decode(shown, { stream: note !== undefined }) };
  }

  private resource(bytes: Buffer): JsonObject {
    const [mimeType = ''] = this.contentType.split(';', 1);
    const resource = { uri: `urn:uuid:${randomUUID()}`, mimeType, blob: bytes.toString('base64') };
    return { type: 'resource', resource };
  }
}

/** By the charset that the answer names, if it is known; a character that is cut in two is left out. */
function decoderFor(contentType: string): TextDecoder {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(contentType) ?? [];
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
