import { rpcErrorCodes } from '../../../mcp/wire/error-codes.js';
import { Client, type PriorDiscovery } from '@modelcontextprotocol/client';
import { Injectable } from '@nestjs/common';
import type { JsonObject } from '../../../kernel/json/json.js';
import { redactText } from '../../../platform/logging/redact.js';
import { shownLine } from '../../../kernel/text/shown-line.js';
import { version } from '../../../version.js';
import { modernVersion } from '../../../mcp/wire/revisions.js';
import { LinkFactory } from './link-factory.service.js';
import type { RpcMessage } from '../../../mcp/wire/json-rpc.js';
import { LinkFailure } from '../../../mcp/wire/link-failure.js';
import type { LinkTransport } from '../../../mcp/wire/link.js';
import { McpConnection } from './mcp-connection.adapter.js';
import { metaKeys } from '../../../mcp/wire/modern-headers.js';
import { SdkStdioTransport } from './sdk-stdio-transport.adapter.js';
import { SdkTransport } from './sdk-transport.adapter.js';
import {
  UpstreamConnector,
  type UpstreamConnectOptions,
  type UpstreamConnection,
} from './upstream-connector.port.js';

const clientInfo = { name: 'gantry', version };

/** On 2026-07-28 a server asks by answering `input_required`, which REST callers get and can answer: so all of it is declared there. */
const modernCapabilities = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };

/** A process that passes over what it does not know costs no more than this at its start, from its first byte on. */
const stdioPatienceMs = 7500;

interface Attempt {
  readonly transport: LinkTransport;
  readonly era: 'auto' | 'legacy' | 'modern';
}

/** Connects to MCP servers of every revision: probes for 2026-07-28, falls back to `initialize`, then to HTTP+SSE. */
@Injectable()
export class McpClientConnector extends UpstreamConnector {
  constructor(private readonly links: LinkFactory) {
    super();
  }

  async connect(options: UpstreamConnectOptions): Promise<UpstreamConnection> {
    const deadline = performance.now() + options.timeoutMs;
    const failures: LinkFailure[] = [];
    const ways = plan(options);
    for (let attempt = ways.shift(); attempt !== undefined; attempt = ways.shift()) {
      const left = deadline - performance.now();
      if (left <= 0 || options.signal?.aborted === true) break;
      try {
        return await this.attempt(options, attempt, left);
      } catch (error) {
        const failure = LinkFailure.from(error);
        failures.push(failure);
        if (!suggestsOtherWay(failure, attempt)) break;
        if (failure.details.wantsModern === true && attempt.era !== 'modern')
          ways.unshift({ transport: attempt.transport, era: 'modern' });
      }
    }
    throw reported(failures);
  }

  private async attempt(
    options: UpstreamConnectOptions,
    { transport: kind, era }: Attempt,
    timeoutMs: number,
  ): Promise<UpstreamConnection> {
    const link = this.links.create(kind, options);
    let connection: McpConnection | undefined;
    const receive = (message: RpcMessage) => connection?.receive(message);
    const transport =
      kind === 'stdio'
        ? new SdkStdioTransport(
            link,
            receive,
            { clientInfo, capabilities: options.capabilities ?? {} },
            Math.min(stdioPatienceMs, timeoutMs / 2),
          )
        : new SdkTransport(link, receive);
    const client = new Client(clientInfo, {
      capabilities: options.capabilities ?? {},
      versionNegotiation: {
        mode: era === 'modern' ? { pin: modernVersion } : era === 'legacy' ? 'legacy' : 'auto',
        probe: { timeoutMs },
      },
    });
    client.onerror = () => undefined;
    let giveUp = (): void => undefined;
    let timer: NodeJS.Timeout | undefined;
    const closedEarly = new Promise<never>((_, reject) => {
      link.onClose = (failure) => {
        transport.onclose?.();
        reject(failure);
      };
      giveUp = () => {
        reject(new LinkFailure('closed', 'nobody wants the connection any more'));
      };
      timer = setTimeout(() => {
        const spent = `the handshake took longer than ${String(options.timeoutMs)} ms`;
        reject(new LinkFailure('timeout', spent));
      }, timeoutMs);
    });
    options.signal?.addEventListener('abort', giveUp);
    const prior: PriorDiscovery | undefined = era === 'legacy' ? { kind: 'legacy' } : undefined;
    try {
      await Promise.race([
        client.connect(transport, { timeout: timeoutMs, ...(prior === undefined ? {} : { prior }) }),
        closedEarly,
      ]);
      connection = new McpConnection(client, link, transport, {
        envelope: envelopeFor(client),
        declared: options.capabilities,
      });
      return connection;
    } catch (error) {
      await link.close();
      throw failureOf(error, transport.refusal);
    } finally {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', giveUp);
    }
  }
}

/** The ways to try, best first. A stored verdict goes first; when it proves wrong, all is open again. */
function plan({ target, verdict }: UpstreamConnectOptions): Attempt[] {
  const known: Attempt[] = verdict === undefined ? [] : [{ transport: verdict.transport, era: verdict.era }];
  switch (target.transport) {
    case 'stdio':
      return [...known, { transport: 'stdio', era: 'auto' }, { transport: 'stdio', era: 'legacy' }];
    case 'sse':
    case 'openapi':
      return [{ transport: target.transport, era: 'legacy' }];
    case 'http':
      return [...known, { transport: 'http', era: 'auto' }];
    case 'auto':
      return [...known, { transport: 'http', era: 'auto' }, { transport: 'sse', era: 'legacy' }];
  }
}

/** Whether another way may succeed where this one failed: the server is there, but did not understand. */
function suggestsOtherWay({ kind, details: { status } }: LinkFailure, attempt: Attempt): boolean {
  if (
    kind === 'not-usable' ||
    kind === 'refused' ||
    kind === 'unreachable' ||
    kind === 'auth-required' ||
    kind === 'egress-denied' ||
    kind === 'timeout'
  )
    return false;
  if (attempt.transport === 'stdio') return true;
  return (
    kind === 'bad-answer' ||
    kind === 'session-lost' ||
    (kind === 'http-status' && status !== undefined && status < 500 && status !== 429)
  );
}

/** The failure that says most: of several ways that were tried, the first that found something else than that nothing is there. */
function reported(failures: readonly LinkFailure[]): LinkFailure {
  const [first = new LinkFailure('unreachable', 'no way to connect')] = failures;
  return failures.find((failure) => noEndpoint(failure) === undefined) ?? noEndpoint(first) ?? first;
}

/** The most common fault of an address, in words. */
function noEndpoint({ details }: LinkFailure): LinkFailure | undefined {
  if (details.status !== 404 && details.status !== 405) return undefined;
  const detail = `there is no MCP server at the path of its address (HTTP ${String(details.status)})`;
  return new LinkFailure('http-status', detail, details);
}

function failureOf(error: unknown, refusal: LinkFailure | undefined): LinkFailure {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof LinkFailure) return at;
  const { code, data } = error as { code?: unknown; data?: { status?: number; supported?: unknown } };
  const { status = 0 } = refusal?.details ?? {};
  if (refusal !== undefined && (status === data?.status || status === 429 || status >= 500)) return refusal;
  const why = handshakeFault(error);
  const what = `the server did not complete the handshake${why === undefined ? '' : `: ${why}`}`;
  return new LinkFailure('bad-answer', what, {
    ...(data?.status === undefined ? {} : { status: data.status }),
    ...(code === rpcErrorCodes.unsupportedProtocolVersion && namesModern(data?.supported)
      ? { wantsModern: true }
      : {}),
    cause: error,
  });
}

/** Which member of the answer was wrong, or what the server said. */
function handshakeFault(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { issues } = at as { issues?: readonly { path?: readonly unknown[]; message?: string }[] };
    const [issue] = issues ?? [];
    if (issue !== undefined) return shownLine(`${(issue.path ?? []).join('.')}: ${issue.message ?? ''}`, 300);
  }
  return error instanceof Error ? shownLine(redactText(error.message), 300) : undefined;
}

function namesModern(versions: unknown): boolean {
  return Array.isArray(versions) && versions.includes(modernVersion);
}

function envelopeFor(client: Client): JsonObject {
  return {
    [metaKeys.protocolVersion]: client.getNegotiatedProtocolVersion(),
    [metaKeys.clientInfo]: clientInfo,
    [metaKeys.clientCapabilities]: modernCapabilities,
  };
}
