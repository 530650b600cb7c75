import { Injectable } from '@nestjs/common';
import { errorTypeOf, type Hop } from '../../kernel/hop.js';
import {
  operationFailure,
  targetOfHop,
  type McpOperation,
  type McpTarget,
} from '../../kernel/mcp-operation.js';
import { BoundedNames } from './bounded-names.js';
import { isKnownMethod } from './hop-metrics.js';
import { LatencyHistogram } from './latency-histogram.js';
import { Metrics } from './metrics.js';

/** Those that the conventions advise. */
const buckets = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];

const shared = [
  ...(['mcp.method.name', 'gen_ai.operation.name', 'gen_ai.tool.name', 'gen_ai.prompt.name'] as const),
  ...(['error.type', 'rpc.response.status_code'] as const),
  ...(['mcp.protocol.version', 'network.transport', 'network.protocol.name'] as const),
] as const;

/** Attributes of OpenTelemetry in the order in which they are recorded. Prometheus has them with `_` for each dot. */
const attributes = { server: shared, client: [...shared, 'server.address', 'server.port'] } as const;

const help = {
  server: 'Time of a message of an MCP client, until it was answered',
  client: 'Time of a request to an MCP server, until it was answered',
} as const;

type Side = keyof typeof help;

/** A histogram by OpenTelemetry's conventions, and what its labels are called there. */
export interface McpHistogram {
  readonly name: string;
  readonly description: string;
  readonly bounds: readonly number[];
  readonly attributes: ReadonlyMap<string, string>;
  readonly histogram: LatencyHistogram<string>;
}

/** How long operations of MCP take, on both sides of the gateway. What tenants call their tools and servers is not told. */
@Injectable()
export class McpMetrics {
  readonly histograms: readonly McpHistogram[];
  private readonly server: LatencyHistogram<string>;
  private readonly client: LatencyHistogram<string>;
  private readonly names = new BoundedNames(1000);
  private readonly codes = new BoundedNames(100);
  private readonly versions = new BoundedNames(20);

  constructor({ registry }: Metrics) {
    const histogram = (side: Side): McpHistogram => {
      const labels = new Map(attributes[side].map((name) => [name.replaceAll('.', '_'), name]));
      const name = `mcp.${side}.operation.duration`;
      return {
        ...{ name, description: help[side], bounds: buckets, attributes: labels },
        histogram: new LatencyHistogram({
          name: `${name.replaceAll('.', '_')}_seconds`,
          help: help[side],
          labelNames: [...labels.keys()],
          ...{ buckets, registers: [registry] },
        }),
      };
    };
    const [server, client] = [histogram('server'), histogram('client')];
    this.server = server.histogram;
    this.client = client.histogram;
    this.histograms = [server, client];
  }

  /** A message of a client that is answered. */
  observe(
    operation: McpOperation,
    { hops, problem }: { readonly hops: readonly Hop[] | undefined; readonly problem: string | undefined },
    ms: number,
  ): void {
    const { method, protocolVersion } = operation;
    const isTold = hops?.some(isOfOperator) === true;
    const { code, type } = operationFailure(operation, hops, problem);
    this.server.record(
      ms / 1000,
      methodShown(method),
      nameOfOperation(method),
      isTold ? this.names.shown(operation.tool) : '',
      isTold ? this.names.shown(operation.prompt) : '',
      this.codes.shown(type),
      this.codes.shown(code?.toString()),
      this.versions.shown(protocolVersion),
      'tcp',
      'http',
    );
  }

  /** The exchanges with servers that came of something. */
  observeHops(hops: readonly Hop[]): void {
    for (const hop of hops) if (hop.attempts > 0) this.observeHop(hop);
  }

  private observeHop(hop: Hop): void {
    const { startedAt, endedAt, peer, connection, method } = hop;
    const ms = endedAt === 0 ? performance.now() - startedAt : endedAt - startedAt;
    const isTold = isOfOperator(hop);
    const { tool, prompt }: McpTarget = isTold ? targetOfHop(hop) : {};
    this.client.record(
      ms / 1000,
      methodShown(method),
      nameOfOperation(method),
      this.names.shown(tool),
      this.names.shown(prompt),
      this.codes.shown(errorTypeOf(hop)),
      this.codes.shown(hop.rpcCode?.toString()),
      this.versions.shown(connection?.protocolVersion),
      peer?.transport ?? '',
      peer?.transport === 'tcp' ? 'http' : '',
      isTold ? this.names.shown(peer?.address) : '',
      isTold ? String(peer?.port ?? '') : '',
    );
  }
}

function methodShown(method: string): string {
  return isKnownMethod(method) ? method : '_OTHER';
}

/** `gen_ai.operation.name` */
function nameOfOperation(method: string): string {
  return method === 'tools/call' ? 'execute_tool' : '';
}

function isOfOperator({ server, attempts }: Hop): boolean {
  return attempts > 0 && server.trust === 'operator';
}
