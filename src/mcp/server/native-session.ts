import { randomBytes } from 'node:crypto';
import { atHome } from '../../platform/workers/session-home.js';
import type { ClientCall } from '../../platform/http/client-call.js';
import type { NativeAnswer } from './native-answer.js';
import type { RpcNotification } from '../wire/json-rpc.js';
import type { NativeMessage, NativeRequest } from './native-request.js';

/** One session of a client of revision 2025-11-25 or earlier, whatever stands behind it. */
export interface NativeSession {
  /** Whether somebody waits for something in it now. */
  readonly busy: boolean;
  /** The request that opened it: what its client has said of itself. */
  readonly initialize: NativeMessage;
  post(call: ClientCall, request: NativeRequest): Promise<NativeAnswer>;
  get(call: ClientCall): Promise<NativeAnswer>;
  /** Says something of the gateway's own to the client, on the stream that is there for such things, if any is. */
  tell(notification: RpcNotification): void;
  /** Frees what it takes up; the client is told nothing. */
  close(): Promise<void>;
}

/** Visible ASCII, as MCP wants it (2025-11-25, Session Management); says nothing but in which worker it is, and cannot be guessed. */
export function newSessionId(): string {
  return atHome(randomBytes(24).toString('base64url'));
}
