import type { CallScope } from '../../kernel/call-scope.js';
import type { Caller } from '../../kernel/caller.js';
import type { JsonObject } from '../../kernel/json/json.js';
import type { RpcNotification } from '../../mcp/wire/json-rpc.js';
import type { HearingSession } from '../../upstreams/tools/tool-call.js';

/** One MCP request that the gateway answers itself, in terms of 2026-07-28 whatever the client speaks. */
export interface AnsweringCall {
  readonly caller: Caller;
  readonly method: string;
  readonly params: JsonObject;
  /** The session that it is made in, when that has set a level for log messages. */
  readonly hearing?: HearingSession | undefined;
  /** `_meta` for the servers: who asks, and the client's own members. */
  readonly meta: JsonObject;
  readonly scope: CallScope;
  readonly notify: ((notification: RpcNotification) => void) | undefined;
}

/** The same, and what it is answered from. */
export type CallOn<S> = AnsweringCall & { readonly state: S };
