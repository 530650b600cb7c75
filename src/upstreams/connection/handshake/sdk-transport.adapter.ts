import { headerNames } from '../../../mcp/wire/header-names.js';
import {
  SdkErrorCode,
  SdkHttpError,
  type JSONRPCMessage,
  type Transport,
  type TransportSendOptions,
} from '@modelcontextprotocol/client';
import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import { isPrintable } from '../../../kernel/text/printable.js';
import { rpcErrorCodes } from '../../../mcp/wire/error-codes.js';
import {
  isNotification,
  isRequest,
  isResponse,
  type RpcMessage,
  type RpcRequest,
} from '../../../mcp/wire/json-rpc.js';
import { LinkFailure } from '../../../mcp/wire/link-failure.js';
import type { Exchange, Link } from '../../../mcp/wire/link.js';
import { metaKeys, modernHeaders } from '../../../mcp/wire/modern-headers.js';
import { UnansweredRequests } from '../../../mcp/wire/unanswered-requests.js';

/** Lets the SDK's client shake hands and subscribe over one of our links. Requests of callers go past it, straight to the link. */
export class SdkTransport implements Transport {
  onclose: (() => void) | undefined;
  onerror: ((error: Error) => void) | undefined;
  onmessage: Transport['onmessage'];
  /** What the server said of itself, whole; the SDK drops members that it does not know. */
  introduction: JsonObject | undefined;
  /** The HTTP status with which the server last answered, and why; the SDK keeps no more of it than the status. */
  refusal: LinkFailure | undefined;
  private versionSet = false;
  private readonly unanswered = new UnansweredRequests();

  constructor(
    protected readonly link: Link,
    /** Every message of the server that answers no request of ours; says whether it was taken. */
    onMessage: (message: RpcMessage) => boolean | undefined,
  ) {
    link.dropUnheard?.();
    link.onMessage = (message) => {
      if (onMessage(message) === true) return;
      if (isRequest(message)) this.unanswered.add(message.id);
      if (isNotification(message) && message.method === 'notifications/cancelled')
        this.unanswered.delete(message.params?.['requestId']);
      this.onmessage?.(message as JSONRPCMessage);
    };
  }

  get hasPerRequestStream(): boolean {
    return this.link.transport === 'http';
  }

  async start(): Promise<void> {
    await this.link.open();
  }

  setProtocolVersion(protocolVersion: string): void {
    this.versionSet = true;
    this.link.setSession({ protocolVersion });
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const rpc = message as RpcMessage;
    if (!isRequest(rpc)) {
      const sent = this.link.send(rpc);
      await sent
        .finally(() => {
          if (isResponse(rpc)) this.unanswered.delete(rpc.id);
        })
        .catch((error: unknown) => this.rethrow(error));
      return;
    }
    const exchange = this.exchange(rpc, this.headersFor(rpc, options));
    options?.requestSignal?.addEventListener('abort', () => {
      exchange.cancel(new LinkFailure('cancelled', 'the request is not wanted any more'));
    });
    const answered = exchange.response.then(({ message: response }) => {
      if (handshakes.has(rpc.method)) this.introduce(response.result);
      this.onmessage?.(response as JSONRPCMessage);
    });
    if (this.hasPerRequestStream) await answered.catch((error: unknown) => this.rethrow(error));
    else
      answered.catch((error: unknown) => {
        this.refuse(rpc, LinkFailure.from(error));
      });
  }

  async close(): Promise<void> {
    await this.link.close();
    this.onclose?.();
  }

  protected exchange(request: RpcRequest, headers: readonly string[]): Exchange {
    return this.link.request(request, { headers, repeatable: handshakes.has(request.method) });
  }

  private rethrow(error: unknown): never {
    if (error instanceof LinkFailure && error.details.status !== undefined) this.refusal = error;
    return rethrowForSdk(error);
  }

  private introduce(result: unknown): void {
    if (!isPrintable(result))
      throw new LinkFailure('bad-answer', 'the server introduced itself with what nests too deeply');
    if (isJsonObject(result)) this.introduction = result;
  }

  /** On a shared channel the client of the SDK learns of an answer that is none from an error in its place. */
  private refuse({ jsonrpc, id }: RpcRequest, { kind, message }: LinkFailure): void {
    if (kind === 'bad-answer')
      this.onmessage?.({ jsonrpc, id, error: { code: rpcErrorCodes.internalError, message } });
  }

  private headersFor(message: RpcRequest, options: TransportSendOptions | undefined): string[] {
    const meta = message.params?.['_meta'];
    const version = isJsonObject(meta) ? meta[metaKeys.protocolVersion] : undefined;
    if (typeof version !== 'string') return [];
    const headers = modernHeaders(message.method, message.params);
    if (!this.versionSet) headers.push(headerNames.protocolVersion, version);
    for (const [name, value] of Object.entries(options?.headers ?? {})) headers.push(name, value);
    return headers;
  }
}

const handshakes = new Set(['initialize', 'server/discover']);

/** The SDK tells the eras apart by HTTP statuses, which it looks for in its own error class. */
function rethrowForSdk(error: unknown): never {
  if (error instanceof LinkFailure && error.details.status !== undefined) {
    const { status, body = '' } = error.details;
    throw new SdkHttpError(
      SdkErrorCode.ClientHttpNotImplemented,
      error.message,
      { status, statusText: '', text: body },
      { cause: error },
    );
  }
  throw error;
}
