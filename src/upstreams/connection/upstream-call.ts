import type { CalledServer } from '../../kernel/hop.js';
import type { NamedServer } from './connection-need.js';
import type { Declared } from './places/call-places.js';
import type { ConnectionManagerOptions } from './connection-manager.js';
import type { LimiterOptions } from './places/call-limiter.js';
import type { LinkFailure } from '../../mcp/wire/link-failure.js';
import type { Asked } from './questions/own-connections.js';
import type { McpRequest } from './handshake/upstream-connector.port.js';

export interface UpstreamOptions extends ConnectionManagerOptions {
  readonly defaultTimeoutMs: number;
  readonly maxTimeoutMs: number;
  /** Calls at once where the declaration does not say. */
  readonly maxConcurrency: number;
  readonly maxQueue: number;
  /** Whether accounts share it. */
  readonly shared: boolean;
  readonly holdCall: LimiterOptions['hold'];
}

export interface UpstreamCall extends McpRequest {
  readonly server?: (CalledServer & Declared & NamedServer) | undefined;
  /** See `AskedOf`. */
  readonly isListed?: true;
  readonly timeoutMs?: number | undefined;
  /** Milliseconds of `timeoutMs` that what came before has taken. */
  readonly spentMs?: number | undefined;
  /** The caller can be asked: a server of the 2025 revisions gets the request on a connection that serves nothing else meanwhile. */
  readonly asked?: Asked | undefined;
  /**
   * Waited for when the call has its place and its connection, right before its first byte leaves. Throws problems, which end the call with
   * nothing sent.
   */
  readonly leaving?: (() => Promise<void>) | undefined;
}

/** Whether the first surely was not carried out, or has no effect. */
export function maySendAgain(failure: LinkFailure, call: McpRequest): boolean {
  if (failure.kind === 'session-lost' || failure.kind === 'closed') return true;
  return call.repeatable === true && (failure.kind === 'broken' || failure.kind === 'broken-before-answer');
}
