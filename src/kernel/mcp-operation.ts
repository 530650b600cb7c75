import { errorTypeOf, type Hop } from './hop.js';

/** What a message asks for, by the names of whoever is told of it. */
export interface McpTarget {
  readonly tool?: string | undefined;
  readonly prompt?: string | undefined;
  readonly uri?: string | undefined;
}

/** One message of an MCP client, as telemetry tells of it (OpenTelemetry, semantic conventions for MCP). */
export interface McpOperation extends McpTarget {
  readonly method: string;
  /** Of the request, as text; a notification has none. */
  readonly id: string | undefined;
  readonly sessionId: string | undefined;
  readonly protocolVersion: string | undefined;
  /** Code of the JSON-RPC error that it was answered with by the gateway itself. */
  rpcCode?: number;
}

const uriMethods = /^resources\/(?:read|subscribe|unsubscribe)$/;
const longest = 200;

export function mcpTarget(method: string, params: Readonly<Record<string, unknown>> | undefined): McpTarget {
  if (method === 'tools/call') return { tool: text(params?.['name']) };
  if (method === 'prompts/get') return { prompt: text(params?.['name']) };
  return uriMethods.test(method) ? { uri: text(params?.['uri']) } : {};
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value.slice(0, longest) : undefined;
}

/** What a server was asked for, by its own names. */
export function targetOfHop({ method, target, uri }: Pick<Hop, 'method' | 'target' | 'uri'>): McpTarget {
  return method === 'tools/call' ? { tool: target } : { prompt: target, uri };
}

/** How a message of a client failed: as the gateway answered it, else as the server did that it was for. */
export function operationFailure(
  { method, rpcCode }: McpOperation,
  hops: readonly Hop[] | undefined,
  problem: string | undefined,
): { readonly type: string | undefined; readonly code: number | undefined } {
  // A list is gathered from many, and one that fails leaves the others.
  const isOne = rpcCode === undefined && !method.endsWith('/list');
  const asked = isOne ? hops?.findLast((hop) => hop.method === method) : undefined;
  const code = rpcCode ?? asked?.rpcCode;
  if (code !== undefined) return { type: String(code), code };
  return { type: (asked === undefined ? undefined : errorTypeOf(asked)) ?? problem, code };
}
