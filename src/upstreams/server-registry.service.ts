import { Injectable } from '@nestjs/common';
import { AppConfigs } from '../apps/app-configs.service.js';
import type { AppState } from '../apps/app.js';
import type { Principal } from '../kernel/principal.js';
import { Problem } from '../kernel/problem.js';
import { OperatorServers } from './operator-servers.service.js';
import type { RegisteredServer } from './registered-server.js';
import { TenantServers } from './tenant-servers.service.js';

/** Which servers a principal reaches, and by what handle: people the published ones and those of their apps, a key those of its app. */
@Injectable()
export class ServerRegistry {
  constructor(
    private readonly operator: OperatorServers,
    private readonly apps: AppConfigs,
    private readonly tenants: TenantServers,
  ) {}

  /** Throws `server-not-found`, also for servers of others. Answers at once for the published ones. */
  get(principal: Principal, handle: string): RegisteredServer | Promise<RegisteredServer> {
    const published = principal.kind === 'user' ? this.operator.find(handle) : undefined;
    return published === undefined ? this.search(principal, handle) : usable(published, handle);
  }

  /** All that `principal` reaches, disabled ones included, by handle. */
  async list(principal: Principal): Promise<readonly RegisteredServer[]> {
    const states = await this.apps.listReached(principal);
    const published = principal.kind === 'user' ? this.operator.all() : [];
    return [...published, ...states.flatMap((state) => this.tenants.list(state))].sort((a, b) =>
      a.handle < b.handle ? -1 : 1,
    );
  }

  /** What is wrong with the operator's file, for the operator; others see nothing of it. */
  fileFaults(principal: Principal): readonly string[] {
    return principal.kind === 'user' && principal.operator ? this.operator.faults : [];
  }

  private async search(principal: Principal, handle: string): Promise<RegisteredServer> {
    if (handle.startsWith('srv_'))
      return usable(
        (await this.list(principal)).find(({ id }) => id === handle),
        handle,
      );
    const dot = handle.indexOf('.');
    const state = dot < 0 ? undefined : await this.app(principal, handle.slice(0, dot));
    return usable(state === undefined ? undefined : this.tenants.find(state, handle.slice(dot + 1)), handle);
  }

  private async app(principal: Principal, slug: string): Promise<AppState | undefined> {
    const state = await this.apps.findReached(principal, slug);
    return state?.app.slug === slug ? state : undefined;
  }
}

function usable(server: RegisteredServer | undefined, handle: string): RegisteredServer {
  if (server === undefined || server.definition.options.disabled === true)
    throw new Problem(
      'server-not-found',
      `There is no server "${handle.slice(0, 130)}" that this token reaches.`,
    );
  return server;
}
