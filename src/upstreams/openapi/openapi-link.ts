import { rpcErrorCodes } from '../../mcp/wire/error-codes.js';
import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import {
  isNotification,
  type RpcMessage,
  type RpcNotification,
  type RpcRequest,
  type RpcResponse,
} from '../../mcp/wire/json-rpc.js';
import { LinkFailure } from '../../mcp/wire/link-failure.js';
import type { Exchange, Link, LinkRequestOptions, RawResponse } from '../../mcp/wire/link.js';
import type { Sender } from '../links/sender.js';
import { newestSessionVersion } from '../../mcp/wire/revisions.js';
import { answeredAtOnce, ApiCall, refusedAtOnce, type ApiOrigin } from './api-call.js';
import { cutText } from './document/schema-words.js';
import type { HeldApi, OpenedDocument } from './document/held-api.js';
import { wantsHttpFacts, type HttpRequestFacts } from './http-facts.js';
import { apiRequest, type ApiAccess } from './request/api-request.js';
import { ArgumentFault } from './request/argument-fault.js';
import type { OperationPlan } from './request/operation-plan.js';

export interface OpenApiLinkOptions extends ApiOrigin, Pick<ApiAccess, 'search' | 'credentials'> {
  /** Opens the document of the API; whoever gets it lets go of it. */
  readonly openDocument: () => Promise<OpenedDocument>;
  /** Sends without the token of the link. */
  readonly plain: Sender;
  /** So long its tools are as good as new. */
  readonly ttlMs: number;
}

const longestInstructions = 2000;

/** An API behind MCP: the handshake and the list are answered from its document, a call is one request to it. */
export class OpenApiLink implements Link {
  readonly transport = 'openapi';
  onMessage: (message: RpcMessage) => void = () => undefined;
  onClose: (failure: LinkFailure) => void = () => undefined;
  private document: OpenedDocument | undefined;
  private listed: HeldApi | undefined;
  private readonly calls = new Map<string | number, Exchange>();
  private isClosed = false;

  constructor(private readonly options: OpenApiLinkOptions) {}

  /** Those that it has now, by the names of their tools. */
  get operations(): ReadonlyMap<string, OperationPlan> | undefined {
    return this.document?.api.api.plans;
  }

  async open(): Promise<void> {
    const document = await this.options.openDocument();
    if (this.isClosed) document.release();
    else {
      this.document = document;
      document.onChange(() => {
        this.onMessage({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
      });
    }
  }

  request(message: RpcRequest, { headers }: LinkRequestOptions = {}): Exchange {
    const { document } = this;
    if (document === undefined || this.isClosed)
      return failedAtOnce(new LinkFailure('closed', 'the link is closed'));
    switch (message.method) {
      case 'initialize':
        return answeredAtOnce(message, introduction(document.api));
      case 'ping':
        return this.tracked(message, this.greet(message), () => ({}));
      case 'tools/list':
        return { response: this.list(message, document), cancel: () => undefined };
      case 'tools/call':
        return this.call(message, document.api, headers);
      default:
        return refusedAtOnce(message, rpcErrorCodes.methodNotFound, 'An API has no such method.');
    }
  }

  send(message: RpcNotification | RpcResponse): Promise<void> {
    if (isNotification(message) && message.method === 'notifications/cancelled') {
      const id = message.params?.['requestId'];
      if (typeof id === 'string' || typeof id === 'number')
        this.calls.get(id)?.cancel(new LinkFailure('cancelled', 'the caller left'));
    }
    return Promise.resolve();
  }

  setSession(): void {
    // There is none.
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    this.document?.release();
    await this.options.dispatcher.destroy(new LinkFailure('broken', 'the gateway closed the connection'));
  }

  /** Whatever the API answers to this, it is there. */
  private greet(message: RpcRequest): Exchange {
    const { plain: dispatcher, url } = this.options;
    const request = { method: 'HEAD', path: url.pathname, headers: [], body: undefined };
    return new ApiCall({ ...this.options, dispatcher }, request, message);
  }

  private call(message: RpcRequest, { api }: HeldApi, headers: readonly string[] | undefined): Exchange {
    const { name, arguments: given } = message.params ?? {};
    const plan = typeof name === 'string' ? api.plans.get(name) : undefined;
    if (plan === undefined)
      return refusedAtOnce(
        message,
        rpcErrorCodes.invalidParams,
        `Unknown tool: ${String(name).slice(0, 200)}`,
      );
    try {
      const values = isJsonObject(given) ? given : {};
      const request = apiRequest(plan, values, { ...this.options, schemes: api.schemes });
      const [path = ''] = request.path.split('?', 1);
      if (api.routes.isOfAnother(plan, path))
        throw new ArgumentFault('The arguments lead to the path of another operation.');
      const told = wantsHttpFacts(message.params) ? this.told(plan, values) : undefined;
      return this.tracked(message, new ApiCall(this.options, request, message, headers, told));
    } catch (error) {
      if (!(error instanceof ArgumentFault)) throw error;
      return refusedAtOnce(message, rpcErrorCodes.invalidParams, error.message);
    }
  }

  /** A request as its caller has made it. */
  private told(plan: OperationPlan, values: JsonObject): HttpRequestFacts {
    const { method, path, headers } = apiRequest(plan, values, {
      search: '',
      schemes: new Map(),
      credentials: {},
    });
    const pairs = headers.flatMap((name, index) =>
      index % 2 === 0 ? [[name, headers[index + 1] ?? '']] : [],
    );
    return {
      method: method.toLowerCase(),
      uri: `${this.options.url.origin}${path}`,
      headers: Object.fromEntries(pairs) as Record<string, string>,
    };
  }

  private tracked(message: RpcRequest, call: Exchange, shown = (result: JsonObject) => result): Exchange {
    this.calls.set(message.id, call);
    const ended = () => this.calls.delete(message.id);
    call.response.then(ended, ended);
    const response = call.response.then(({ message: { result = {}, ...rest } }) => ({
      message: { ...rest, result: shown(result) },
    }));
    return {
      response,
      cancel: (failure) => {
        call.cancel(failure);
      },
    };
  }

  /** The first page looks whether the document has changed; the others are of the same list. */
  private async list(message: RpcRequest, document: OpenedDocument): Promise<RawResponse> {
    const cursor = message.params?.['cursor'];
    if (typeof cursor !== 'string') {
      // The first list comes right after the document: it need not look whether that has changed.
      if (this.listed !== undefined || !document.isFresh) await document.renew();
      this.listed = document.api;
    }
    const { id } = message;
    const page = this.listed?.pages[typeof cursor === 'string' ? Number(cursor) : 0];
    if (page === undefined) {
      const error = { code: rpcErrorCodes.invalidParams, message: 'There is no such page.' };
      return { message: { jsonrpc: '2.0', id, error } };
    }
    const result = { ...page.result, ttlMs: this.options.ttlMs };
    return { message: { jsonrpc: '2.0', id, result }, resultBytes: page.bytes };
  }
}

function introduction({ api: { info } }: HeldApi): JsonObject {
  const { title, version, description } = info;
  const text = (value: unknown, length: number) => (typeof value === 'string' ? cutText(value, length) : '');
  return {
    protocolVersion: newestSessionVersion,
    capabilities: { tools: { listChanged: true } },
    serverInfo: { name: text(title, 200) || 'openapi', version: text(version, 100) || '0' },
    ...(text(description, 1) === '' ? {} : { instructions: text(description, longestInstructions) }),
  };
}

function failedAtOnce(failure: LinkFailure): Exchange {
  return { response: Promise.reject(failure), cancel: () => undefined };
}
