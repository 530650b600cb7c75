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
  /** The rules that decided about it. */
  why: readonly RuleReason[] | undefined;

  constructor(
    readonly server: CalledServer,
    /** MCP method. */
    readonly method: string,
    /** The tool or prompt, by the server's name for it. */
    readonly target: string | undefined,
    /** W3C Trace Context of this hop, while traces are recorded. */
    readonly traceparent: string | undefined,
  ) {}
}
