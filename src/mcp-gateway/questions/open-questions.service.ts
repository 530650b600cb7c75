import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AppConfigs } from '../../apps/app/app-configs.service.js';
import type { Principal } from '../../kernel/principal.js';
import { OperatorServers } from '../../upstreams/declared/operator-servers.service.js';
import type { RegisteredServer } from '../../upstreams/declared/registered-server.js';
import { ServerRegistry } from '../../upstreams/declared/server-registry.service.js';
import { mayAsk } from './question-rules.js';

/** Something that goes on between requests and by which a server can ask somebody. */
interface Way {
  readonly principal: Principal;
  readonly server: RegisteredServer;
  readonly end: () => void;
}

/** Sessions and held calls in which a server may ask: they end when its declaration no longer lets it. */
@Injectable()
export class OpenQuestions implements OnModuleInit {
  private readonly ways = new Set<Way>();

  constructor(
    private readonly operators: OperatorServers,
    private readonly apps: AppConfigs,
    private readonly registry: ServerRegistry,
  ) {}

  onModuleInit(): void {
    this.operators.onChange(() => void this.follow(() => true));
    this.apps.onChange((appId) => void this.follow(({ server }) => server.app?.id === appId));
  }

  /** Runs `end` when the server may ask nothing any more; the result takes it back. */
  keep(principal: Principal, server: RegisteredServer, end: () => void): () => void {
    const way = { principal, server, end };
    if (mayAsk(server.definition.options)) this.ways.add(way);
    return () => this.ways.delete(way);
  }

  private async follow(concerns: (way: Way) => boolean): Promise<void> {
    for (const way of [...this.ways]) if (concerns(way) && (await this.isMuted(way))) way.end();
  }

  /** A server that has gone or cannot be looked up asks by what is open until that ends by itself. */
  private async isMuted({ principal, server: { handle } }: Way): Promise<boolean> {
    try {
      const now = await this.registry.get(principal, handle);
      return !mayAsk(now.definition.options);
    } catch {
      return false;
    }
  }
}
