import type { CallRecord, HopRecord } from './call-record.js';

/** Which of the calls are wanted; what is absent does not matter. */
export interface CallFilter {
  /** Handle or `srv_…` id. */
  readonly server?: string | undefined;
  /** By the server's own name, or as an app shows it: `server__tool`. */
  readonly tool?: string | undefined;
  /** `ok`, `error`, or the status as a number. */
  readonly status?: string | undefined;
}

/** Whether a call is one of those; server and tool have to be those of the same exchange. */
export function isWanted(call: CallRecord, { server, tool, status }: CallFilter): boolean {
  if (status !== undefined && !hasStatus(call, status)) return false;
  if (server === undefined && tool === undefined) return true;
  return call.hops.some((hop) => isAt(hop, server) && isOf(hop, tool));
}

/** Refused, failed, or one of its exchanges did, as a native call tells it in an answer of 200. */
export function hasFailed({
  status,
  problem,
  hops,
}: Pick<CallRecord, 'status' | 'problem'> & {
  readonly hops: readonly Pick<HopRecord, 'problem'>[];
}): boolean {
  return status >= 400 || problem !== undefined || hops.some((hop) => hop.problem !== undefined);
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
