import type { Clock } from '../../kernel/pacing/clock.js';
import type { DurableContext } from './durable-context.port.js';
import type { Expressions } from '../../platform/expressions/expressions.port.js';
import type { ToolAccess } from './tool-access.port.js';

/** All that a run needs of the world. */
export interface Ports {
  /** Whose run it is. */
  readonly accountId: string;
  readonly context: DurableContext;
  readonly tools: ToolAccess;
  readonly expressions: Expressions;
  /** Only for how much time a call has left; all that a run decides by is asked of the context. */
  readonly clock: Clock;
}
