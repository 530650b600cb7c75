import { isFailure } from '../../kernel/hop.js';
import type { CallRecord, HopRecord } from './call-record.js';

/** Which of the calls are wanted; what is absent does not matter. */
export interface CallFilter {
  /** Handle or `srv_…` id. */
  readonly server?: string | undefined;
  /** By the server's own name, or as an app shows it: `server__tool`. */
  readonly tool?: string | undefined;
  /** `ok`, `error`, or the status as a number. */
  readonly status?: string | undefined;
  /** Ids of people, of whom one has asked. */
  readonly users?: readonly string[] | undefined;
  /** Id of the app whose key asked, or whose server was asked. */
  readonly app?: string | undefined;
  readonly client?: string | undefined;
  /** Milliseconds since the epoch; `to` is not in it. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** What of an account's calls somebody may see; without `userId` and `keysOf`, all. */
export interface CallReach {
  readonly accountId: string;
  /** Only what this person asked. */
  readonly userId?: string;
  /** Only what keys of this app asked. */
  readonly keysOf?: string;
}

export function isInReach({ accountId, caller }: CallRecord, reach: CallReach): boolean {
  const { userId = caller.userId, keysOf = caller.appId } = reach;
  return accountId === reach.accountId && caller.userId === userId && caller.appId === keysOf;
}

/** Whether a call is one of those; server and tool have to be those of the same exchange. */
export function isWanted(call: CallRecord, filter: CallFilter): boolean {
  const { server, tool, status, users, app, client, from = -Infinity, to = Infinity } = filter;
  if (call.at < from || call.at >= to) return false;
  if (users?.includes(call.caller.userId ?? '') === false) return false;
  if (client !== undefined && call.client !== client) return false;
  if (app !== undefined && call.caller.appId !== app && !call.hops.some((hop) => hop.server.app?.id === app))
    return false;
  if (status !== undefined && !hasStatus(call, status)) return false;
  if (server === undefined && tool === undefined) return true;
  return call.hops.some((hop) => isAt(hop, server) && isOf(hop, tool));
}

/** Refused, failed, or one of its exchanges did or was answered with an error, as a native call tells it in an answer of 200. To wait for a person is no failure. */
export function hasFailed({
  status,
  problem,
  hops,
}: Pick<CallRecord, 'status' | 'problem'> & {
  readonly hops: readonly Pick<HopRecord, 'problem' | 'isError' | 'isWaiting'>[];
}): boolean {
  return status >= 400 || problem !== undefined || hops.some(isFailure);
}

function hasStatus(call: CallRecord, status: string): boolean {
  if (status === 'ok' || status === 'error') return hasFailed(call) === (status === 'error');
  return String(call.status) === status;
}

function isAt({ server: { id, handle } }: HopRecord, server: string | undefined): boolean {
  return server === undefined || server === handle || server === id;
}

function isOf({ method, target, server }: HopRecord, tool: string | undefined): boolean {
  if (tool === undefined) return true;
  if (method !== 'tools/call' || target === undefined) return false;
  const name = server.handle.slice(server.handle.indexOf('.') + 1);
  return tool === target || tool === `${name}__${target}`;
}
