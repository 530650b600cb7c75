import type { JsonObject } from '../../kernel/json/json.js';
import type { Principal, Role } from '../../kernel/principal.js';

export type EventType =
  | 'server.changed'
  | 'call.completed'
  | 'approval.waiting'
  | 'approval.decided'
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
  /** People of these roles may hear of it, too, or they alone. */
  readonly roles?: readonly Role[];
}

/**
 * Whether somebody of the account, who may read tools, may hear of it: people what is not another person's, and changes of apps where they
 * may read them; a key what is of its app.
 */
export function mayHear(principal: Principal, { type, appId, userId, roles }: GatewayEvent): boolean {
  if (principal.kind === 'app') return appId === principal.appId;
  if (type === 'app.changed' && !principal.scopes.has('apps:read')) return false;
  if (roles?.includes(principal.role) === true) return true;
  return userId === undefined ? roles === undefined : userId === principal.userId;
}
