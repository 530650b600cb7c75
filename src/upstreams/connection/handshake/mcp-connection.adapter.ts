import { InFlight } from '../../../kernel/in-flight.js';
import { rpcErrorCodes } from '../../../mcp/wire/error-codes.js';
import type { Client } from '@modelcontextprotocol/client';
import { isJsonObject, withMember, type JsonObject } from '../../../kernel/json/json.js';
import { HttpLink } from '../../links/http-link.js';
import {
  isNotification,
  isRequest,
  type RpcMessage,
  type RpcNotification,
  type RpcRequest,
} from '../../../mcp/wire/json-rpc.js';
import { LinkFailure } from '../../../mcp/wire/link-failure.js';
import type { Exchange, Link, LinkTransport } from '../../../mcp/wire/link.js';
import { OpenApiLink } from '../../openapi/openapi-link.js';
import { StdioLink } from '../../links/stdio-link.js';
import { metaKeys, modernHeaders } from '../../../mcp/wire/modern-headers.js';
import { UnansweredRequests } from '../../../mcp/wire/unanswered-requests.js';
import { SdkStdioTransport } from './sdk-stdio-transport.adapter.js';
import { isQuestion, undeclared, type OnQuestion } from '../../../mcp/wire/question.js';
import type { SdkTransport } from './sdk-transport.adapter.js';
import type { ListKind } from '../../../mcp/wire/list-kind.js';
import type { McpRequest, UpstreamConnection } from './upstream-connector.port.js';

/** Our ids lie far above those of the SDK, which counts from zero on the same link. */
const firstId = 1_000_000_000;

const listChanges: Readonly<Record<string, ListKind>> = {
  'notifications/tools/list_changed': 'tools',
  'notifications/resources/list_changed': 'resources',
  'notifications/prompts/list_changed': 'prompts',
};

const listKinds: readonly ListKind[] = ['tools', 'resources', 'prompts'];

/** What a server is told when a client that could be asked has left. */
const unanswered = { code: rpcErrorCodes.internalError, message: 'The client does not answer.' };

const resubscribeMs = { first: 1000, longest: 30_000 };

/** A connection past the handshake: the SDK client keeps its session alive, requests go straight over the link. */
export class McpConnection implements UpstreamConnection {
  readonly era: 'legacy' | 'modern';
  readonly isGuess: boolean;
  readonly protocolVersion: string;
  readonly serverInfo: JsonObject | undefined;
  readonly capabilities: JsonObject;
  readonly instructions: string | undefined;
  calls = 0;
  onListChanged: (kind: ListKind) => void = () => undefined;
  onResourceUpdated: (notification: RpcNotification) => void = () => undefined;
  onClose: (failure: LinkFailure) => void = () => undefined;
  readonly heard: Promise<void>;
  private readonly envelope: JsonObject;
  private readonly declared: JsonObject;
  /** Requests under way in which the server may ask. */
  private readonly askers = new InFlight<OnQuestion>();
  /** Of the server, which wait for the answer of a caller. */
  private readonly questions = new UnansweredRequests();
  private nextId = firstId;
  private closed = false;
  private stopListening: () => void = () => undefined;
  private resubscribe: NodeJS.Timeout | undefined;

  constructor(
    private readonly client: Client,
    private readonly link: Link,
    transport: SdkTransport,
    {
      envelope,
      declared,
    }: {
      readonly envelope: JsonObject;
      /** The client's capabilities, where somebody can be asked. */
      readonly declared: JsonObject | undefined;
    },
  ) {
    this.envelope = envelope;
    this.declared = declared ?? {};
    const introduction = transport.introduction ?? {};
    this.era = client.getProtocolEra() === 'modern' ? 'modern' : 'legacy';
    this.isGuess = transport instanceof SdkStdioTransport && transport.isGuess;
    this.protocolVersion = client.getNegotiatedProtocolVersion() ?? 'unknown';
    this.serverInfo = serverInfoOf(introduction);
    this.capabilities = isJsonObject(introduction['capabilities']) ? introduction['capabilities'] : {};
    this.instructions =
      typeof introduction['instructions'] === 'string' ? introduction['instructions'] : undefined;
    link.onClose = (failure) => {
      void this.close();
      this.onClose(failure);
    };
    this.heard = new Promise((resolve) => {
      if (declared !== undefined || listKinds.some((kind) => this.changes(kind)) || this.tellsOfResources)
        void this.listen(resubscribeMs.first, resolve);
      else resolve();
    });
  }

  get transport(): LinkTransport {
    return this.link.transport;
  }

  get operations(): UpstreamConnection['operations'] {
    return this.link instanceof OpenApiLink ? this.link.operations : undefined;
  }

  get pid(): number | undefined {
    return this.link instanceof StdioLink ? this.link.pid : undefined;
  }

  request(request: McpRequest): Exchange {
    const { method, params, onNotification, onQuestion, repeatable, verbatim } = request;
    const id = this.takeId();
    const modern = this.era === 'modern';
    const exchange = this.link.request(
      {
        jsonrpc: '2.0',
        id,
        method,
        params: modern && verbatim !== true ? this.withEnvelope(params) : params,
      },
      {
        headers: modern || request.traceparent !== undefined ? headersOf(request, modern) : undefined,
        onNotification,
        onRequest: onQuestion === undefined ? undefined : (asked) => this.ask(asked, onQuestion),
        repeatable,
        bytes: request.bytes === undefined ? undefined : withMember(request.bytes, ['id'], String(id)),
      },
    );
    if (onQuestion !== undefined) this.listenFor(onQuestion, exchange);
    return modern || this.link.transport !== 'http' ? exchange : this.announcingCancel(exchange, id);
  }

  notify(notification: RpcNotification): Promise<void> {
    return this.link.send(notification);
  }

  private listenFor(onQuestion: OnQuestion, { response }: Exchange): void {
    const settled = this.askers.add(onQuestion);
    response.then(settled, settled);
  }

  /** Whether the question was one. Its answer goes to the server whenever it comes. */
  private ask(request: RpcRequest, onQuestion: OnQuestion): boolean {
    if (this.era !== 'legacy' || !isQuestion(request)) return false;
    const { jsonrpc, id, method, params } = request;
    this.questions.add(id);
    onQuestion({ method, params })
      .catch(() => ({ error: undeclared({ method, params }, this.declared) ?? unanswered }))
      .then((answer) => this.link.send({ jsonrpc, id, ...answer }))
      .catch(() => undefined)
      .finally(() => {
        this.questions.delete(id);
      });
    return true;
  }

  /** Until 2025-11-25 a closed HTTP request is not a cancelled one: the server has to be told (Utilities, Cancellation). */
  private announcingCancel(exchange: Exchange, requestId: number): Exchange {
    return {
      response: exchange.response,
      cancel: (failure) => {
        exchange.cancel(failure);
        const params = { requestId, reason: failure.message };
        this.link.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params }).catch(() => undefined);
      },
    };
  }

  /**
   * Told of every message that answers no request; says whether it was taken. A question that does not say in which request it was asked
   * is taken only while there is but one.
   */
  receive(message: RpcMessage): boolean {
    if (!('method' in message)) return false;
    if (isRequest(message)) {
      const [onQuestion] = this.askers.values();
      return onQuestion !== undefined && this.askers.size === 1 && this.ask(message, onQuestion);
    }
    const kind = listChanges[message.method];
    if (kind !== undefined) this.onListChanged(kind);
    // On 2026-07-28 it is for the subscription that it names.
    if (
      isNotification(message) &&
      message.method === 'notifications/resources/updated' &&
      this.era === 'legacy'
    )
      this.onResourceUpdated(message);
    return false;
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    clearTimeout(this.resubscribe);
    this.stopListening();
    await this.client.close().catch(() => undefined);
  }

  /** Subscribes to list changes in the way of the era; when the stream ends, once more after a growing pause. */
  private async listen(pauseMs: number, onHeard: () => void, before = false): Promise<void> {
    if (this.era === 'legacy' && !(this.link instanceof HttpLink)) {
      onHeard();
      return;
    }
    let opened = false;
    const lost = { seen: false };
    const onOpen = () => {
      opened = true;
      onHeard();
      if (before) for (const kind of listKinds) if (this.changes(kind)) this.onListChanged(kind);
    };
    await (
      this.link instanceof HttpLink && this.era === 'legacy'
        ? this.listenLegacy(this.link, onOpen).then((status) => (lost.seen = before && status === 404))
        : this.listenModern(onOpen)
    ).catch(() => undefined);
    onHeard();
    if (lost.seen) this.lose();
    else this.listenAgain(pauseMs, before, opened);
  }

  /** A server that had a stream and knows nothing of it was started anew. */
  private lose(): void {
    if (this.closed) return;
    void this.close();
    this.onClose(new LinkFailure('session-lost', 'the server does not know the session any more'));
  }

  /** What changed while nobody listened was announced to nobody: the lists count as changed when the stream is open once more. */
  private listenAgain(pauseMs: number, before: boolean, opened: boolean): void {
    if (this.closed || (!opened && !before && pauseMs > resubscribeMs.longest)) return;
    const next = opened ? resubscribeMs.first : pauseMs * 2;
    const pause = Math.min(pauseMs, resubscribeMs.longest);
    this.resubscribe = setTimeout(() => {
      void this.listen(next, () => undefined, before || opened);
    }, pause).unref();
  }

  private async listenModern(onOpen: () => void): Promise<void> {
    const subscription = await this.client.listen({
      ...(this.changes('tools') ? { toolsListChanged: true } : {}),
      ...(this.changes('resources') ? { resourcesListChanged: true } : {}),
      ...(this.changes('prompts') ? { promptsListChanged: true } : {}),
    });
    onOpen();
    await subscription.closed;
  }

  /** The HTTP status with which the server refused the stream. */
  private listenLegacy(link: HttpLink, onOpen: () => void): Promise<number | undefined> {
    const stream = link.listen(onOpen);
    this.stopListening = stream.close;
    return stream.ended;
  }

  private get tellsOfResources(): boolean {
    const { resources } = this.capabilities;
    return this.era === 'legacy' && isJsonObject(resources) && resources['subscribe'] === true;
  }

  private changes(kind: ListKind): boolean {
    const capability = this.capabilities[kind];
    return isJsonObject(capability) && capability['listChanged'] === true;
  }

  private withEnvelope(params: JsonObject): JsonObject {
    return {
      ...params,
      _meta: { ...this.envelope, ...(isJsonObject(params['_meta']) ? params['_meta'] : {}) },
    };
  }

  private takeId(): number {
    this.nextId = this.nextId >= 2_147_483_647 ? firstId : this.nextId + 1;
    return this.nextId;
  }
}

function headersOf({ method, params, paramHeaders, traceparent }: McpRequest, modern: boolean): string[] {
  const headers = modern ? modernHeaders(method, params, paramHeaders) : [];
  if (traceparent !== undefined) headers.push('traceparent', traceparent);
  return headers;
}

function serverInfoOf(introduction: JsonObject): JsonObject | undefined {
  const meta = introduction['_meta'];
  const info = introduction['serverInfo'] ?? (isJsonObject(meta) ? meta[metaKeys.serverInfo] : undefined);
  return isJsonObject(info) ? info : undefined;
}
