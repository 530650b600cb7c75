import type { JsonObject } from '../../kernel/json/json.js';
import type { GatewayEvent } from '../events/gateway-event.js';
import { hasFailed } from './call-filter.js';
import type { FinishedCall } from './call-ring.js';
import { msOf } from './call-record.js';

/** An event must fit into a signal; a chat may have many exchanges. */
const shownHops = 8;

/** A call as listeners are told of it: what `GET /api/calls` lists, without rules and credentials. */
export function callEvent(call: FinishedCall, at: number, status: number, ms: number): GatewayEvent {
  const { requestId, principal, method, route, problem, hops = [] } = call;
  const isKey = principal.kind === 'app';
  const data: JsonObject = {
    ...{ requestId, at: new Date(at).toISOString(), method, route, status },
    ok: !hasFailed({ status, problem, hops }),
    ...(problem === undefined ? {} : { problem }),
    ms: Math.round(ms * 1000) / 1000,
    caller: { kind: principal.kind, ...(isKey ? { appId: principal.appId } : { userId: principal.userId }) },
    hops: hops.slice(0, shownHops).map((hop) => ({
      server: { id: hop.server.id, handle: hop.server.handle },
      method: hop.method,
      ...(hop.target === undefined ? {} : { target: hop.target.slice(0, 256) }),
      ...(hop.problem === undefined ? {} : { problem: hop.problem }),
      ...(hop.cause === undefined ? {} : { cause: hop.cause.kind }),
      ms: Math.round(msOf(hop) * 1000) / 1000,
    })),
  };
  return { type: 'call.completed', data, ...(isKey ? { appId: principal.appId } : {}) };
}
