import type { CalledServer, Hop, HopCause, HopConnection, HopContent, RuleReason } from '../../kernel/hop.js';
import type { Principal } from '../../kernel/principal.js';
import type { ProblemCode } from '../../kernel/problems/problem-catalogue.js';

/** A request as it is remembered; times in milliseconds, `at` since the epoch. */
export interface CallRecord {
  readonly requestId: string;
  readonly accountId: string;
  readonly caller: RecordedCaller;
  /** What the program calls itself. */
  readonly client: string | undefined;
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

/** Who asked. */
export interface RecordedCaller {
  readonly kind: Principal['kind'];
  readonly tokenId: string;
  readonly userId?: string | undefined;
  readonly appId?: string | undefined;
  readonly grantId?: string | undefined;
}

/** What went there and what came back, without what looks like a secret: values, or as text what there is of them when they are cut. */
export interface RecordedContent {
  readonly arguments?: unknown;
  readonly result?: unknown;
  readonly argumentsCut?: true;
  readonly resultCut?: true;
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
  /** Whether the tool answered with an error. */
  readonly isError: boolean;
  /** Whether a person has to approve it before the server is asked. */
  readonly isWaiting: boolean;
  /** As it came; only until it is written down. */
  readonly raw?: HopContent | undefined;
  readonly content?: RecordedContent | undefined;
  readonly why: readonly RuleReason[] | undefined;
  /** Whose grant let it pass, where grants narrow the caller. */
  readonly grant: string | undefined;
  /** The policy that made it, where the caller did not. */
  readonly cause: HopCause | undefined;
}

/** A connection would be kept alive by its record; only its words are taken. */
export function recordOf(hop: Hop): HopRecord {
  const { server, method, target, attempts, queueMs, connectMs, problem } = hop;
  const { isError, isWaiting, why, grant, cause } = hop;
  const { transport, protocolVersion }: Partial<HopConnection> = hop.connection ?? {};
  return {
    ...{ server, method, target, attempts, queueMs, connectMs, ms: msOf(hop) },
    ...{ transport, protocolVersion, problem, why, grant, cause, isError, isWaiting, raw: hop.content },
  };
}

export function recordedCaller(principal: Principal): RecordedCaller {
  const { kind, tokenId } = principal;
  return kind === 'app'
    ? { kind, tokenId, appId: principal.appId }
    : { kind, tokenId, userId: principal.userId, grantId: principal.grant?.grantId };
}

/** How long an exchange took, so far when it is under way. */
export function msOf({ startedAt, endedAt }: Hop): number {
  return (endedAt === 0 ? performance.now() : endedAt) - startedAt;
}
