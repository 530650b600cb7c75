import type { CallScope } from '../../../kernel/call-scope.js';
import type { Hop } from '../../../kernel/hop.js';
import type { ConnectionManagerOptions } from '../connection-manager.js';
import { traced } from '../hops.js';
import { LinkFailure } from '../../../mcp/wire/link-failure.js';
import type { RawResponse } from '../../../mcp/wire/link.js';
import type { RegisteredServer } from '../../declared/registered-server.js';
import { timedExchange } from '../timed-exchange.js';
import type { EraVerdict, McpRequest, UpstreamConnector } from '../handshake/upstream-connector.port.js';
import type { ConnectionPlaces } from './connection-places.js';
import { OwnConnections, type Asked, type OwnConnection } from './own-connections.js';

type Terms =
  Parameters<typeof timedExchange> extends [unknown, unknown, unknown, ...infer Rest] ? Rest : never;

/** Requests of callers who can be asked, at a server of the 2025 revisions: each on a connection that it has to itself. */
export class AskedRequests {
  private readonly own: OwnConnections;

  constructor(
    { handle, definition, trust, hidden }: RegisteredServer,
    {
      accountId,
      token,
      connectTimeoutMs: timeoutMs,
    }: Pick<ConnectionManagerOptions, 'accountId' | 'token' | 'connectTimeoutMs'>,
    connector: UpstreamConnector,
    places: ConnectionPlaces,
    onStderr: (text: string) => void,
    transport: () => EraVerdict['transport'] | undefined,
  ) {
    this.own = new OwnConnections((capabilities, idle) => {
      const known = transport();
      const verdict = known === undefined ? undefined : ({ era: 'legacy', transport: known } as const);
      const { target } = definition;
      return connector.connect({
        target,
        accountId,
        trust,
        hidden,
        token,
        use: { server: handle, idle },
        capabilities,
        verdict,
        timeoutMs,
        onStderr,
      });
    }, places);
  }

  /** It is not repeated: who was asked would be asked again. Throws `overloaded`, and rejects with a `LinkFailure`. */
  async send(
    request: McpRequest,
    asked: Asked,
    hop: Hop,
    scope: CallScope,
    ...terms: Terms
  ): Promise<RawResponse> {
    const { connection, release } = await this.connection(asked, hop);
    hop.attempts++;
    hop.connection = connection;
    let clean = false;
    try {
      const response = await timedExchange(connection, traced(request, hop, scope), scope, ...terms);
      clean = true;
      return response;
    } finally {
      release(clean);
    }
  }

  /** Closes connections that have been idle for so long. */
  reap(idleMs: number): void {
    this.own.reap(performance.now() - idleMs);
  }

  close(): Promise<void> {
    return this.own.close();
  }

  private async connection(asked: Asked, hop: Hop): Promise<OwnConnection> {
    const startedAt = performance.now();
    try {
      return await this.own.take(asked);
    } catch (error) {
      throw error instanceof LinkFailure ? error.whileConnecting() : error;
    } finally {
      hop.connectMs += performance.now() - startedAt;
    }
  }
}
