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

/** What of a connection a record tells. */
export interface HopConnection {
  readonly transport: string;
  readonly protocolVersion: string;
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
  /** The server answered with a result that says `isError`. */
  isToolError = false;
  /** What was said, where traces are to hold it. */
  content: { readonly arguments: unknown; result?: unknown } | undefined;

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

/** The class of the error that an exchange ended with, by OpenTelemetry's conventions for MCP; `undefined` where there was none. */
export function errorTypeOf(hop: Pick<Hop, 'rpcCode' | 'isToolError' | 'problem'>): string | undefined {
  if (hop.rpcCode !== undefined) return String(hop.rpcCode);
  return hop.isToolError ? 'tool_error' : hop.problem;
}
