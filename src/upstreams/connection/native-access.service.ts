import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Caller } from '../../kernel/caller.js';
import { Logger } from '../../platform/logging/logger.js';
import type { CatalogueKind } from './lists/catalogue-kind.js';
import { LinkFactory } from './handshake/link-factory.service.js';
import type { HttpOrigin } from '../links/http-origin.js';
import type { Link, LinkTransport } from '../../mcp/wire/link.js';
import type { RegisteredServer } from '../declared/registered-server.js';
import type { IdleProcess } from './places/process-places.js';
import type { Upstream } from './upstream.js';
import { UpstreamPool } from './upstream-pool.service.js';

const maxStderrLength = 2000;

/** Servers below MCP's own clients: for callers that bring the protocol themselves. */
@Injectable()
export class NativeAccess implements OnApplicationShutdown {
  private readonly origins = new Map<Upstream, HttpOrigin>();

  constructor(
    private readonly pool: UpstreamPool,
    private readonly links: LinkFactory,
    private readonly logger: Logger,
  ) {}

  /** The upstream whose breaker, limits and verdict count for what goes past it. */
  upstream(server: RegisteredServer, caller: Caller): Upstream {
    return this.pool.get(server, caller).upstream;
  }

  /** When a list of a server is asked for anew, in milliseconds since the epoch; `undefined` while it is not known. */
  expiresAt(server: RegisteredServer, caller: Caller, kind: CatalogueKind): number | undefined {
    return this.pool.get(server, caller).catalogue.peek(kind)?.expiresAt;
  }

  /** The endpoint of a remote server. Throws a `LinkFailure`. */
  origin(upstream: Upstream): HttpOrigin {
    let origin = this.origins.get(upstream);
    if (origin === undefined) {
      this.forgetRetired();
      const { definition, trust, hidden } = upstream.server;
      origin = this.links.origin({
        target: definition.target,
        accountId: upstream.accountId,
        trust,
        hidden,
        token: upstream.token,
      });
      this.origins.set(upstream, origin);
    }
    return origin;
  }

  /** A connection of its own for one session; not yet open. Throws a `LinkFailure`. */
  link(
    { accountId, token, server: { handle, definition, trust, hidden } }: Upstream,
    kind: Exclude<LinkTransport, 'http'>,
    idle: () => IdleProcess | undefined,
  ): Link {
    return this.links.create(kind, {
      target: definition.target,
      accountId,
      trust,
      hidden,
      token,
      use: { server: handle, idle },
      verdict: undefined,
      timeoutMs: 0,
      onStderr: (text) => {
        this.logger.debug('upstream.stderr', { server: handle, text: text.slice(0, maxStderrLength) });
      },
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.origins.values()].map((origin) => origin.close()));
  }

  /** Connections that are in use stay open; undici closes them when they fall idle. */
  private forgetRetired(): void {
    const current = new Set(this.pool.all());
    for (const upstream of this.origins.keys()) if (!current.has(upstream)) this.origins.delete(upstream);
  }
}
