import { saysOf } from './json/json-members.js';
import type { Principal } from './principal.js';
import type { ProblemCode } from './problems/problem-catalogue.js';

/** What a record tells of the server that was asked. */
export interface CalledServer {
  readonly id: string;
  readonly handle: string;
  /** Name in metrics: that of the published server, and one for all servers of tenants. */
  readonly label: string;
  readonly trust: 'operator' | 'tenant';
  /** Names of the secrets, headers or variables that hold its credentials; never their values. */
  readonly credentials: readonly string[];
  /** The app whose server it is. */
  readonly app?: { readonly id: string };
  /** Whose grant lets a caller use it, or a tool by the server's own name; absent where nobody needs one. */
  readonly grantOf?: (tool: string | undefined) => string;
  readonly policy: {
    /** The rule that decides about a tool, by the server's name for it; found in steps. */
    ruling(original: string): Generator<undefined, string>;
  };
}

/** A rule, a hook or a check that decided about a call. */
export interface RuleReason {
  /** Who wrote it. */
  readonly by: 'operator' | 'app';
  /** RFC 6901 pointer into the config of the app, or into the operator's file. */
  readonly pointer: string;
  readonly decision: 'allow' | 'deny' | 'ask' | 'redact' | 'pass' | 'change';
  readonly reason?: string;
}

/** The policy that made a call which no caller requested. */
export interface HopCause {
  readonly kind: 'hook' | 'notice';
  /** Who wrote the policy. */
  readonly by: 'operator' | 'app';
  /** RFC 6901 pointer into the config of the app, or into the operator's file. */
  readonly pointer: string;
  /** The app (`app_…`) whose config it is. */
  readonly appId?: string | undefined;
  /** The person (`usr_…`) who saved that config. */
  readonly savedBy?: string | undefined;
}

/** What was decided about a call before a server was asked. */
export interface Judged {
  readonly serverId: string;
  /** The tool, by the server's name for it. */
  readonly target: string;
  readonly why: readonly RuleReason[];
}

/** What of a connection a record tells. */
export interface HopConnection {
  readonly transport: string;
  readonly protocolVersion: string;
}

/** What went to a tool and what came back, as far as it is kept. */
export interface HopContent {
  readonly arguments: unknown;
  /** JSON in bytes as it came, or a value. */
  readonly result: unknown;
}

/** Whose work it is, for the books. */
export interface Booking {
  readonly principal: Principal | undefined;
  /** What the program calls itself. */
  readonly clientName: string | undefined;
}

/** Is told of each call of a tool, whichever way it came, when it is over. */
export interface CallMeter {
  /** Whether arguments and results are to be kept. */
  readonly keepsContent: boolean;
  ended(hop: Hop, booking: Booking): void;
  /** The answer to a call that is over must not be shown after all: it has failed. */
  spoiled(hop: Hop, booking: Booking): void;
}

/** Where a server is, as telemetry tells of it. */
export interface HopPeer {
  readonly transport: 'pipe' | 'tcp';
  readonly address: string | undefined;
  readonly port: number | undefined;
}

/** One exchange with an MCP server on behalf of a request: where its time went and how it ended. Times in milliseconds. */
export class Hop {
  readonly startedAt = performance.now();
  /** 0 while it is under way. */
  endedAt = 0;
  queueMs = 0;
  connectMs = 0;
  /** How often the request was sent; 0 when it was refused before. */
  attempts = 0;
  connection: HopConnection | undefined;
  problem: ProblemCode | undefined;
  peer: HopPeer | undefined;
  /** The resource that was asked for. */
  uri: string | undefined;
  /** Code of the JSON-RPC error that the server answered with. */
  rpcCode: number | undefined;
  /** What was said, where traces are to hold it. */
  captured: { readonly arguments: unknown; result?: unknown } | undefined;
  /** Of the result of a tool. */
  bytes = 0;
  /** Whether the server answered with an error, or with a result that says of itself that it is one. */
  isError = false;
  /** Whether the server asked for more before it goes on: the call is not over. */
  isUnfinished = false;
  /** Whether a person has to approve it before the server is asked. */
  isWaiting = false;
  /** Whether the tool is one that the server does not have: what it was called is somebody's invention. */
  isUnlisted = false;
  content: HopContent | undefined;
  private meter: CallMeter | undefined;
  private booking: Booking | undefined;
  /** Whose grant it goes by. */
  readonly grant: string | undefined;
  /** The rules that decided about it. */
  why: readonly RuleReason[] | undefined;
  /** The policy that made it; `undefined`: the caller. */
  cause: HopCause | undefined;

  constructor(
    readonly server: CalledServer,
    /** MCP method. */
    readonly method: string,
    /** The tool or prompt, by the server's name for it. */
    readonly target: string | undefined,
    /** W3C Trace Context of this hop, while traces are recorded. */
    readonly traceparent: string | undefined,
  ) {
    this.grant = server.grantOf?.(method === 'tools/call' ? target : undefined);
  }

  /** Whether arguments and result are to be kept in `content`. */
  get keepsContent(): boolean {
    return this.meter?.keepsContent === true;
  }

  get hasFailed(): boolean {
    return isFailure(this);
  }

  /** Takes note of the result of a tool, of which nothing is read but what must be. */
  answered(result: Buffer): void {
    this.bytes = result.length;
    this.isError = saysOf(result, 'isError', 'true');
    this.isUnfinished = saysOf(result, 'resultType', '"input_required"');
  }

  /** The meter is told when it is over. */
  watch(meter: CallMeter, booking: Booking): void {
    this.meter = meter;
    this.booking = booking;
  }

  /** Over, once. */
  end(at = performance.now()): void {
    if (this.endedAt !== 0) return;
    this.endedAt = at;
    const isOver = !this.isUnfinished && !this.isWaiting;
    if (this.booking !== undefined && isOver) this.meter?.ended(this, this.booking);
  }
}

/** Refused, failed, or answered with an error; one that waits for a person is none of these. */
export function isFailure({
  problem,
  isError,
  isWaiting,
}: Pick<Hop, 'problem' | 'isError' | 'isWaiting'>): boolean {
  return isError || (problem !== undefined && !isWaiting);
}

/** The class of the error that an exchange ended with, by OpenTelemetry's conventions for MCP; `undefined` where there was none. */
export function errorTypeOf(hop: Pick<Hop, 'rpcCode' | 'isError' | 'problem'>): string | undefined {
  if (hop.rpcCode !== undefined) return String(hop.rpcCode);
  return hop.problem ?? (hop.isError ? 'tool_error' : undefined);
}
