import type { JsonObject } from '../../kernel/json/json.js';
import type { RpcNotification } from '../../mcp/wire/json-rpc.js';
import type { Asked } from '../connection/questions/own-connections.js';
import type { OnQuestion } from '../../mcp/wire/question.js';

export interface OperationOptions {
  readonly timeoutMs?: number | undefined;
  readonly onNotification?: ((notification: RpcNotification) => void) | undefined;
}

/** A session that has set a level: what a server says on a connection that others share is not known to be for it. */
export interface HearingSession {
  readonly id: string;
  readonly logLevel: string;
}

export interface ToolCall extends OperationOptions {
  /** What a server of the 2025 revisions asks in the middle; without it such a question ends the call with `input-required`. */
  readonly onQuestion?: OnQuestion | undefined;
  /** The caller can be asked: see `UpstreamCall.asked`. */
  readonly asked?: Asked | undefined;
  /** A session that wants to hear the log messages of its own calls. */
  readonly hearing?: HearingSession | undefined;
  /** See `UpstreamCall.leaving`. */
  readonly leaving?: (() => Promise<void>) | undefined;
  readonly arguments?: JsonObject | undefined;
  readonly inputResponses?: JsonObject | undefined;
  readonly requestState?: string | undefined;
  readonly _meta?: JsonObject | undefined;
}
