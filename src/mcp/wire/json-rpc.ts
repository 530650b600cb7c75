import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';

/** JSON-RPC 2.0 messages as MCP uses them. Members that we do not know are kept. */
export interface RpcRequest {
  readonly jsonrpc: '2.0';
  readonly id: string | number;
  readonly method: string;
  readonly params?: JsonObject;
}

export interface RpcNotification {
  readonly jsonrpc: '2.0';
  readonly method: string;
  readonly params?: JsonObject;
}

/** As it came: servers get the types of the members wrong. */
export interface RpcError {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly data?: unknown;
}

export interface RpcResponse {
  readonly jsonrpc: '2.0';
  readonly id: string | number | null;
  readonly result?: JsonObject;
  readonly error?: RpcError;
}

export type RpcMessage = RpcRequest | RpcNotification | RpcResponse;

export function isRpcMessage(value: unknown): value is RpcMessage {
  return isJsonObject(value) && ('method' in value || 'id' in value);
}

export function isRequest(message: RpcMessage): message is RpcRequest {
  return 'method' in message && 'id' in message;
}

export function isNotification(message: RpcMessage): message is RpcNotification {
  return 'method' in message && !('id' in message);
}

/** Whether it is meant as an answer; it need not hold one. */
export function isResponse(message: RpcMessage): message is RpcResponse {
  return !('method' in message);
}
