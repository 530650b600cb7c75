import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { CallScope } from '../../kernel/call-scope.js';
import type { Caller } from '../../kernel/caller.js';
import { isOperator } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { LinkFailure } from '../../mcp/wire/link-failure.js';
import { Config } from '../../platform/config/config.js';
import type { RegisteredServer } from '../declared/registered-server.js';
import { isEverybody } from './connection-owner.js';
import { problemOfFailure } from './failure-mapping.js';
import type { UpstreamConnection } from './handshake/upstream-connector.port.js';
import { UpstreamPool } from './upstream-pool.service.js';

const lookMs = 50;

/** Connects to servers anew when somebody asks for it, whatever they were like. */
@Injectable()
export class Reconnections implements OnApplicationShutdown {
  /** Connections that have given way, with calls on them. */
  private readonly leaving = new Set<UpstreamConnection>();

  constructor(
    private readonly pool: UpstreamPool,
    private readonly config: Config,
  ) {}

  /**
   * A new connection, for all who use that of the caller, at once and without waiting for the next attempt; calls under way end on the former one.
   * Throws problems, and `forbidden` for a connection that all accounts share unless the caller runs the gateway.
   */
  async reconnect(caller: Caller, server: RegisteredServer, scope: CallScope): Promise<void> {
    const { principal } = caller;
    const { upstream } = this.pool.get(server, caller);
    if (isEverybody(upstream.owner) && !isOperator(principal))
      throw new Problem(
        'forbidden',
        'All accounts share the connection to this server: its operator renews it.',
      );
    const { CONNECT_TIMEOUT_MS, START_TIMEOUT_MS } = this.config.values;
    const isProcess = server.definition.target.transport === 'stdio';
    try {
      const former = await upstream.keeper.renew(scope, isProcess ? START_TIMEOUT_MS : CONNECT_TIMEOUT_MS);
      if (former !== undefined) void this.closeWhenUnused(former);
    } catch (error) {
      throw error instanceof Problem ? error : problemOfFailure(LinkFailure.from(error), undefined);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.leaving].map((connection) => connection.close()));
  }

  private async closeWhenUnused(connection: UpstreamConnection): Promise<void> {
    this.leaving.add(connection);
    while (connection.calls > 0) await new Promise((resolve) => setTimeout(resolve, lookMs).unref());
    this.leaving.delete(connection);
    await connection.close();
  }
}
