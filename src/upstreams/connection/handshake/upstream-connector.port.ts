import type { JsonObject } from '../../../kernel/json/json.js';
import type { RpcNotification } from '../../../mcp/wire/json-rpc.js';
import type { LinkFailure } from '../../../mcp/wire/link-failure.js';
import type { Exchange, LinkTransport } from '../../../mcp/wire/link.js';
import type { ListKind } from '../../../mcp/wire/list-kind.js';
import type { OnQuestion } from '../../../mcp/wire/question.js';
import type { ServerTarget, Trust } from '../../declared/server-definition.js';
import type { ProcessUse } from '../places/process-places.js';
import type { LinkToken } from '../../links/link-token.js';
import type { OperationPlan } from '../../openapi/request/operation-plan.js';

/** How a server was found to speak, so that the next connection need not ask. */
export interface EraVerdict {
  readonly era: 'legacy' | 'modern';
  readonly transport: LinkTransport;
}

/** One MCP request; the connection adds what its protocol revision wants on every request. */
export interface McpRequest {
  readonly method: string;
  readonly params: JsonObject;
  /** `Mcp-Param-*` headers (2026-07-28), name, value, name, value. */
  readonly paramHeaders?: readonly string[] | undefined;
  readonly onNotification?: ((notification: RpcNotification) => void) | undefined;
  /** What a server of the 2025 revisions asks in the middle of this request. Given by all requests in which it may ask. */
  readonly onQuestion?: OnQuestion | undefined;
  /** Has no effect, so that it may be sent again when the connection broke before an answer. */
  readonly repeatable?: boolean | undefined;
  /** W3C Trace Context header for transports that have headers. */
  readonly traceparent?: string | undefined;
  /** `params` are complete: of what the revision wants on every request nothing is added. */
  readonly verbatim?: boolean | undefined;
  /** The whole message, of which all but the id is sent byte by byte on transports that are one channel. */
  readonly bytes?: Buffer | undefined;
}

/** A live connection to an MCP server, past the handshake. */
export interface UpstreamConnection {
  readonly transport: LinkTransport;
  readonly era: 'legacy' | 'modern';
  /** The era was concluded from silence: the next connection asks again. */
  readonly isGuess: boolean;
  readonly protocolVersion: string;
  /** As the server sent them, unknown members included. */
  readonly serverInfo: JsonObject | undefined;
  readonly capabilities: JsonObject;
  readonly instructions: string | undefined;
  readonly pid: number | undefined;
  /** Of an API: what its tools send, by their names. */
  readonly operations: ReadonlyMap<string, OperationPlan> | undefined;
  /** Calls under way on it, as those who make them count them. */
  calls: number;
  request(request: McpRequest): Exchange;
  /** Tells the server something that is no request. Rejects with a `LinkFailure`. */
  notify(notification: RpcNotification): Promise<void>;
  /** Settles when all that the server says unasked is heard, as far as it has a stream for that. */
  readonly heard: Promise<void>;
  onListChanged: (kind: ListKind) => void;
  /** A resource that was subscribed to in the way of the 2025 revisions has changed. */
  onResourceUpdated: (notification: RpcNotification) => void;
  /** Gone for good and not by our doing. */
  onClose: (failure: LinkFailure) => void;
  close(): Promise<void>;
}

export interface UpstreamConnectOptions {
  readonly target: ServerTarget;
  /** Who uses the connection. */
  readonly accountId: string;
  readonly trust: Trust;
  /** Values that nothing the server says is to hold. */
  readonly hidden: readonly string[];
  /** What every request is sent with, at a server that wants OAuth. */
  readonly token?: LinkToken | undefined;
  /** What a process is for, at a stdio server. */
  readonly use: ProcessUse;
  readonly verdict: EraVerdict | undefined;
  readonly timeoutMs: number;
  readonly onStderr: (text: string) => void;
  /** What the client declares at the handshake of the 2025 revisions, for a connection on which it can be asked. */
  readonly capabilities?: JsonObject | undefined;
  /** Ends the attempt: nobody wants the connection any more. */
  readonly signal?: AbortSignal;
}

/** Opens connections: the one place that speaks MCP's handshakes. Rejects with a `LinkFailure`. */
export abstract class UpstreamConnector {
  abstract connect(options: UpstreamConnectOptions): Promise<UpstreamConnection>;
}
