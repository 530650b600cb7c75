import { Injectable } from '@nestjs/common';
import { AppConfigs } from '../../apps/app/app-configs.service.js';
import { basePathOf } from '../../kernel/base-path.js';
import { callerOf } from '../../kernel/caller.js';
import type { GrantResource, Principal, UserPrincipal } from '../../kernel/principal.js';
import {
  Reach,
  type ReachingMember,
  type ResolvedResource,
  type UnconnectedServer,
} from '../../oauth/authorize/reach.port.js';
import { Config } from '../../platform/config/config.js';
import { mayMake } from '../../upstreams/connecting/meant-owner.js';
import { connectPath } from '../../upstreams/credentials/connect-path.js';
import { credentialOwnerOf } from '../../upstreams/credentials/credential-owner.js';
import { UpstreamCredentials } from '../../upstreams/credentials/upstream-credentials.port.js';
import type { RegisteredServer } from '../../upstreams/declared/registered-server.js';
import { ServerRegistry } from '../../upstreams/declared/server-registry.service.js';

/** What stands in the address of a native endpoint behind PUBLIC_URL. */
const endpoint = /^\/api\/(servers|apps)\/([A-Za-z0-9._-]{1,127})\/mcp\/?$/;

/** More are told of when they are used. */
const maxUnconnected = 20;

/** What a person can let a program in to: the servers and apps of the account, as the person reaches them. */
@Injectable()
export class ProgramReach extends Reach {
  constructor(
    private readonly registry: ServerRegistry,
    private readonly apps: AppConfigs,
    private readonly config: Config,
    private readonly credentials: UpstreamCredentials,
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

  async unconnected(
    { accountId, userId, role, operator }: ReachingMember,
    resource: GrantResource | undefined,
  ): Promise<readonly UnconnectedServer[]> {
    const person: UserPrincipal = { ...personIn(accountId, userId), role, operator };
    const found: UnconnectedServer[] = [];
    for (const server of await this.servers(person)) {
      if (server.definition.auth?.type !== 'oauth' || !isOf(server, resource)) continue;
      const owner = credentialOwnerOf(server, callerOf(person));
      if (!mayMake(person, owner)) continue;
      if ((await this.credentials.stateOf(server, owner)) !== 'needs_auth') continue;
      found.push({
        handle: server.handle,
        connectPath: connectPath(server.handle, owner, { account: accountId }),
      });
      if (found.length === maxUnconnected) break;
    }
    return found;
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

/** Whether a server is part of what a program asks for. */
function isOf({ id, app }: RegisteredServer, resource: GrantResource | undefined): boolean {
  if (resource === undefined) return true;
  return resource.kind === 'server' ? resource.serverId === id : resource.appId === app?.id;
}

/** The person as far as it matters to what is there; nothing is done as this. */
function personIn(accountId: string, userId: string): UserPrincipal {
  return {
    ...{ kind: 'user', userId, accountId, tokenId: '', role: 'member', operator: false },
    scopes: new Set(),
  };
}
