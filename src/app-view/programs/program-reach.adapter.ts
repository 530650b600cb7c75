import { Injectable } from '@nestjs/common';
import { AppConfigs } from '../../apps/app/app-configs.service.js';
import { basePathOf } from '../../kernel/base-path.js';
import type { Principal } from '../../kernel/principal.js';
import { Reach, type ResolvedResource } from '../../oauth/authorize/reach.port.js';
import { Config } from '../../platform/config/config.js';
import type { RegisteredServer } from '../../upstreams/declared/registered-server.js';
import { ServerRegistry } from '../../upstreams/declared/server-registry.service.js';

/** What stands in the address of a native endpoint behind PUBLIC_URL. */
const endpoint = /^\/api\/(servers|apps)\/([A-Za-z0-9._-]{1,127})\/mcp\/?$/;

/** What a person can let a program in to: the servers and apps of the account, as the person reaches them. */
@Injectable()
export class ProgramReach extends Reach {
  constructor(
    private readonly registry: ServerRegistry,
    private readonly apps: AppConfigs,
    private readonly config: Config,
  ) {
    super();
  }

  async of(accountId: string, userId: string): ReturnType<Reach['of']> {
    const person = personIn(accountId, userId);
    const servers = await this.servers(person);
    const states = await this.apps.listReached(person);
    return {
      servers: servers.map(({ handle }) => ({ handle })),
      apps: states.map(({ app: { id, slug, name } }) => ({ id, slug, name })),
    };
  }

  async resolve(resource: string, accountId: string, userId: string): Promise<ResolvedResource | undefined> {
    const [, kind, name] = endpoint.exec(this.pathOf(resource) ?? '') ?? [];
    if (name === undefined) return undefined;
    const person = personIn(accountId, userId);
    return kind === 'apps' ? this.app(person, name) : this.server(person, name);
  }

  private async server(person: Principal, name: string): Promise<ResolvedResource | undefined> {
    const found = (await this.servers(person)).find(({ id, handle }) => handle === name || id === name);
    if (found === undefined) return undefined;
    const { id: serverId, handle } = found;
    return {
      binding: { kind: 'server', serverId },
      canonical: `${this.config.publicUrl}/api/servers/${handle}/mcp`,
      title: handle,
    };
  }

  private async app(person: Principal, name: string): Promise<ResolvedResource | undefined> {
    const state = await this.apps.findReached(person, name);
    if (state === undefined) return undefined;
    const { id: appId, slug, name: title } = state.app;
    return {
      binding: { kind: 'app', appId },
      canonical: `${this.config.publicUrl}/api/apps/${slug}/mcp`,
      title,
    };
  }

  /** Those that can be used. */
  private async servers(person: Principal): Promise<readonly RegisteredServer[]> {
    const all = await this.registry.list(person);
    return all.filter(({ definition }) => definition.options.disabled !== true);
  }

  /** What an address has behind PUBLIC_URL, unless it is not ours. Scheme and host may be in capitals (RFC 3986 §6.2.2.1). */
  private pathOf(resource: string): string | undefined {
    const url = URL.canParse(resource) ? new URL(resource) : undefined;
    const { publicUrl } = this.config;
    const base = basePathOf(publicUrl);
    if (
      url?.origin !== new URL(publicUrl).origin ||
      `${url.search}${url.hash}${url.username}${url.password}` !== ''
    )
      return undefined;
    return url.pathname.startsWith(`${base}/`) ? url.pathname.slice(base.length) : undefined;
  }
}

/** The person as far as it matters to what is there; nothing is done as this. */
function personIn(accountId: string, userId: string): Principal {
  return {
    ...{ kind: 'user', userId, accountId, tokenId: '', role: 'member', operator: false },
    scopes: new Set(),
  };
}
