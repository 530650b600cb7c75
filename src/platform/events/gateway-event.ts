import type { JsonObject } from '../../kernel/json/json.js';
import type { Principal } from '../../kernel/principal.js';

export type EventType =
  | 'server.changed'
  | 'call.completed'
  | 'approval.waiting'
  | 'run.changed'
  | 'schedule.changed'
  | 'app.changed';

/** Something that happened to what an account has. `data` holds no arguments and no results. */
export interface GatewayEvent {
  readonly type: EventType;
  readonly data: JsonObject;
  /** The app that it is about, whose keys may hear of it too. */
  readonly appId?: string;
  /** The one person who may hear of it. */
  readonly userId?: string;
}

/**
 * Whether somebody of the account, who may read tools, may hear of it: people what is not another person's, and changes of apps where they
 * may read them; a key what is of its app.
 */
export function mayHear(principal: Principal, { type, appId, userId }: GatewayEvent): boolean {
  if (principal.kind === 'app') return appId === principal.appId;
  return (
    (type !== 'app.changed' || principal.scopes.has('apps:read')) &&
    (userId === undefined || userId === principal.userId)
  );
}
