import type { CalledServer, Hop, HopConnection, RuleReason } from '../../kernel/hop.js';
import type { Principal } from '../../kernel/principal.js';
import type { ProblemCode } from '../../kernel/problems/problem-catalogue.js';

/** A request as it is remembered; times in milliseconds, `at` since the epoch. */
export interface CallRecord {
  readonly requestId: string;
  readonly principal: Principal;
  readonly at: number;
  readonly method: string;
  /** Pattern, never the path. */
  readonly route: string;
  readonly status: number;
  readonly problem: ProblemCode | undefined;
  readonly ms: number;
  readonly authMs: number;
  readonly upstreamMs: number;
  readonly hops: readonly HopRecord[];
}

/** An exchange with an MCP server as it is remembered. */
export interface HopRecord {
  readonly server: CalledServer;
  readonly method: string;
  readonly target: string | undefined;
  readonly attempts: number;
  readonly queueMs: number;
  readonly connectMs: number;
  /** All of it, waiting included. */
  readonly ms: number;
  readonly transport: string | undefined;
  readonly protocolVersion: string | undefined;
  readonly problem: ProblemCode | undefined;
  readonly why: readonly RuleReason[] | undefined;
}

/** A connection would be kept alive by its record; only its words are taken. */
export function recordOf(hop: Hop): HopRecord {
  const { server, method, target, attempts, queueMs, connectMs, problem, why } = hop;
  const { transport, protocolVersion }: Partial<HopConnection> = hop.connection ?? {};
  return {
    ...{ server, method, target, attempts, queueMs, connectMs, ms: msOf(hop) },
    ...{ transport, protocolVersion, problem, why },
  };
}

/** How long an exchange took, so far when it is under way. */
export function msOf({ startedAt, endedAt }: Hop): number {
  return (endedAt === 0 ? performance.now() : endedAt) - startedAt;
}
