import { Injectable } from '@nestjs/common';
import type { Principal } from '../kernel/principal.js';
import { Problem } from '../kernel/problem.js';
import { OperatorServers } from './operator-servers.service.js';
import type { RegisteredServer } from './registered-server.js';

/** Which servers a principal reaches, and by what handle. */
@Injectable()
export class ServerRegistry {
  constructor(private readonly operator: OperatorServers) {}

  /** Throws `server-not-found`, also for servers of others. */
  get(principal: Principal, handle: string): RegisteredServer {
    const server = principal.kind === 'user' ? (this.operator.find(handle) ?? this.byId(handle)) : undefined;
    if (server === undefined || server.definition.options.disabled === true)
      throw new Problem(
        'server-not-found',
        `There is no server "${handle.slice(0, 130)}" that this token reaches.`,
      );
    return server;
  }

  /** All that `principal` reaches, disabled ones included, by handle. */
  list(principal: Principal): readonly RegisteredServer[] {
    if (principal.kind === 'app') return [];
    return [...this.operator.all()].sort((a, b) => (a.handle < b.handle ? -1 : 1));
  }

  private byId(id: string): RegisteredServer | undefined {
    return id.startsWith('srv_') ? this.operator.all().find((server) => server.id === id) : undefined;
  }
}
