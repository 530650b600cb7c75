import { errorTypeOf, type Hop } from '../../kernel/hop.js';
import { printJson } from '../../kernel/json/exact-number.js';
import { operationFailure, type McpOperation, type McpTarget } from '../../kernel/mcp-operation.js';
import { redactKept } from '../../kernel/text/secret-patterns.js';

type Attributes = Readonly<Record<string, string | number>>;

const longestContent = 16_384;

/** `{mcp.method.name} {target}`; an address of a resource is no target, there are too many. */
export function spanName(method: string, { tool, prompt }: McpTarget): string {
  const target = tool ?? prompt;
  return target === undefined ? method : `${method} ${target}`;
}

/** What both sides of an exchange tell of it (OpenTelemetry, semantic conventions for MCP). */
export function mcpAttributes(method: string, { tool, prompt, uri }: McpTarget): Attributes {
  return present({
    'mcp.method.name': method,
    'gen_ai.operation.name': tool === undefined ? undefined : 'execute_tool',
    'gen_ai.tool.name': tool,
    'gen_ai.prompt.name': prompt,
    'mcp.resource.uri': uri,
  });
}

/** How a message of a client ended. */
export function outcomeOf(
  operation: McpOperation,
  hops: readonly Hop[] | undefined,
  problem: string | undefined,
): Attributes {
  const { type, code } = operationFailure(operation, hops, problem);
  return outcome(type, code);
}

/** How an exchange with a server ended. */
export function hopOutcome(hop: Hop): Attributes {
  return outcome(errorTypeOf(hop), hop.rpcCode);
}

function outcome(type: string | undefined, code: number | undefined): Attributes {
  return present({
    'error.type': type,
    'rpc.response.status_code': code === undefined ? undefined : String(code),
  });
}

/** Where the server is, and how it is spoken to. */
export function peerAttributes({ peer, connection }: Hop): Attributes {
  return present({
    'mcp.protocol.version': connection?.protocolVersion,
    'network.transport': peer?.transport,
    'network.protocol.name': peer?.transport === 'tcp' ? 'http' : undefined,
    'server.address': peer?.address,
    'server.port': peer?.port,
  });
}

/** Arguments and result, without what looks like a secret. */
export function contentAttributes({ captured }: Hop): Attributes {
  return present({
    'gen_ai.tool.call.arguments': shown(captured?.arguments),
    'gen_ai.tool.call.result': shown(captured?.result),
  });
}

/** Those that are known. */
export function present(attributes: Readonly<Record<string, string | number | undefined>>): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function shown(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return JSON.stringify(redactKept(JSON.parse(printJson(value)) as unknown)).slice(0, longestContent);
}
