import type { LinkFailure } from './link-failure.js';
import type { RpcMessage, RpcNotification, RpcRequest, RpcResponse } from './json-rpc.js';

/** A response with the bytes of its `result` member, which are forwarded as they came; a batch has none. */
export interface RawResponse {
  readonly message: RpcResponse;
  readonly resultBytes?: Buffer | undefined;
  /** The whole message as it came, on a transport that sends one at a time. */
  readonly bytes?: Buffer | undefined;
}

/** One request under way. */
export interface Exchange {
  /** Rejects with a `LinkFailure`. */
  readonly response: Promise<RawResponse>;
  /** Gives up: `response` rejects with `failure`, and the server is told as far as the transport can. */
  cancel(failure: LinkFailure): void;
  /** Nobody waits for the response any longer, and the server has been told otherwise. */
  forget?(): void;
}

export interface LinkRequestOptions {
  /** HTTP headers for this request, name, value, name, value; other transports have none. */
  readonly headers?: readonly string[] | undefined;
  /** Notifications that belong to this request, such as progress. */
  readonly onNotification?: ((notification: RpcNotification) => void) | undefined;
  /** The request has no effect, so it may be sent again when its connection broke before a byte of the answer. */
  readonly repeatable?: boolean | undefined;
  /** Requests of the server that came on this request's own stream; says whether it was taken. */
  readonly onRequest?: ((request: RpcRequest) => boolean) | undefined;
  /** The message as it is to be sent, where serialising it would change it. */
  readonly bytes?: Buffer | undefined;
}

/** How a server is reached. */
export const linkTransports = ['stdio', 'http', 'sse', 'openapi'] as const;

export type LinkTransport = (typeof linkTransports)[number];

/**
 * Carries JSON-RPC messages to one MCP server and back, unchanged. Knows framing, correlation and limits, but neither the
 * handshake nor any method: those are the SDK client's and ours above it.
 */
export interface Link {
  readonly transport: LinkTransport;
  open(): Promise<void>;
  /** Resolves when the other side has said its first byte, on a transport where that shows that it is up. */
  readonly awake?: Promise<void>;
  request(message: RpcRequest, options?: LinkRequestOptions): Exchange;
  /** Sends a notification or a response, as `bytes` have it when they are given. */
  send(message: RpcNotification | RpcResponse, bytes?: Buffer): Promise<void>;
  /** Requests and notifications of the server that belong to no request of ours. */
  onMessage: (message: RpcMessage, bytes?: Buffer) => void;
  /** The link is gone for good and not by our doing. */
  onClose: (failure: LinkFailure) => void;
  /** Log lines and progress are for the listeners of requests alone; a link that knows whose they are does so anyway. */
  dropUnheard?(): void;
  /** Headers of later HTTP requests; other transports ignore it. */
  setSession(session: { readonly protocolVersion?: string }): void;
  close(): Promise<void>;
}

export interface LinkLimits {
  readonly maxResultBytes: number;
  /** Of one message: values in lists and of members, and the lists and objects themselves. */
  readonly maxResultValues: number;
  /** Of the stream that is the answer to one request, or comes beside it on a channel that all share. */
  readonly maxExchangeBytes: number;
  readonly maxExchangeEvents: number;
  readonly maxLineBytes: number;
  readonly connectTimeoutMs: number;
}
