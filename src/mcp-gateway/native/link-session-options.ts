import type { EventLogLimits } from '../../mcp/server/event-log.js';
import type { NativeMessage } from '../../mcp/server/native-request.js';
import type { SessionPeer } from '../../mcp/server/session-peer.js';
import type { RawResponse } from '../../mcp/wire/link.js';
import type { Hearing } from '../../upstreams/tools/gate/hearing.js';
import type { ClientCall } from '../../platform/http/client-call.js';

export interface LinkSessionOptions<C extends ClientCall> {
  readonly timeoutMs: number;
  readonly connectTimeoutMs: number;
  readonly heartbeatMs: number;
  readonly eventLog: EventLogLimits;
  /** The server may ask nothing: it is told so, and the client hears nothing of it. */
  readonly muted?: boolean;
  /** What the client hears of the notifications of the server, as it is now; `undefined`: all. */
  readonly hearing?: () => Hearing | undefined;
  /** A peer like the first; not yet open. */
  readonly renew: () => SessionPeer;
  /** Rules and limits around one request: may change it and its response. Throws problems. */
  readonly around: (
    call: C,
    message: NativeMessage,
    run: (message: NativeMessage, traceparent?: string) => Promise<RawResponse>,
  ) => Promise<Buffer | string>;
}
