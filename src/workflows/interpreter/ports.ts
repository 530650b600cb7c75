import type { Clock } from '../../kernel/pacing/clock.js';
import type { JsonObject, JsonValue } from '../../kernel/json/json.js';
import type { DurableContext, TaskInfo } from './durable-context.port.js';
import type { Expressions } from '../../platform/expressions/expressions.port.js';
import type { ChildAccess } from './child-access.port.js';
import type { ToolAccess } from './tool-access.port.js';

/** A task that has ended. */
export interface ObservedStep extends TaskInfo {
  readonly key: string;
  readonly status: 'completed' | 'failed';
  readonly input: JsonValue;
  readonly output?: JsonValue;
  readonly error?: JsonObject;
}

/** How a run sends events to its app. */
export interface EventSink {
  /** Sends it, once for each `key`. Throws `WorkflowFailure`. */
  emit(key: string, event: EmittedEvent): Promise<void>;
}

/** An event of CloudEvents: its attributes by their names. */
export type EmittedEvent = JsonObject & { readonly id: string; readonly type: string };

/** All that a run needs of the world. */
export interface Ports {
  /** Whose run it is. */
  readonly accountId: string;
  readonly context: DurableContext;
  readonly tools: ToolAccess;
  readonly children: ChildAccess;
  readonly events: EventSink;
  readonly expressions: Expressions;
  /** Is told of every task that has ended, with what went in and came out. */
  readonly observe?: ((step: ObservedStep) => void) | undefined;
  /** Only for how much time a call has left; all that a run decides by is asked of the context. */
  readonly clock: Clock;
}
