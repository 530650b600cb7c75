import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { AppServer } from '../../apps/document/app-config.schema.js';
import { AppSecretVault } from '../../apps/secrets/app-secret-vault.js';
import type { AppState } from '../../apps/document/app.js';
import { originOf } from '../../apps/document/secret-uses.js';
import { Config } from '../../platform/config/config.js';
import { Logger } from '../../platform/logging/logger.js';
import { clearedServer } from './cleared-server.js';
import { hiddenValues } from './hidden-values.js';
import { OperatorServers } from './operator-servers.service.js';
import { isOwnEndpoint, ownEndpoint } from './own-endpoint.js';
import type { RegisteredServer } from './registered-server.js';
import {
  fingerprint,
  type Obstacle,
  type ServerDefinition,
  type ServerOptions,
  type ServerTarget,
} from './server-definition.js';
import { authOf, connectionOf, declaredOptions, targetOf } from './tenant-declaration.js';
import { TenantSecrets } from './tenant-secrets.js';
import { NarrowedToolPolicy, ToolPolicy } from './tool-policy.js';

interface Known {
  readonly server: RegisteredServer;
  /** The published server at that time; another one makes this one another too. */
  readonly published: RegisteredServer | undefined;
}

/** Turns what an app's config declares into servers that can be called. Disabled ones are among them. */
@Injectable()
export class TenantServers {
  private readonly known = new WeakMap<AppState, Map<string, Known>>();
  private readonly allowStdio: boolean;

  constructor(
    private readonly operator: OperatorServers,
    private readonly vault: AppSecretVault,
    private readonly logger: Logger,
    private readonly config: Config,
  ) {
    this.allowStdio = config.values.APP_STDIO === 'allow';
  }

  /** The servers of an app, in the order of its config; the same objects for as long as nothing changes. */
  list(state: AppState): readonly RegisteredServer[] {
    return Object.entries(state.config.mcpServers ?? {}).map(([name, declared]) =>
      this.remembered(state, name, declared),
    );
  }

  find(state: AppState, name: string): RegisteredServer | undefined {
    const declared = Object.entries(state.config.mcpServers ?? {}).find(([key]) => key === name)?.[1];
    return declared === undefined ? undefined : this.remembered(state, name, declared);
  }

  /** What somebody is left of an app has the same servers as the app, as far as grants go. */
  private remembered(shown: AppState, name: string, declared: AppServer): RegisteredServer {
    const server = this.whole(shown.whole ?? shown, name, declared);
    const clearance = shown.cleared?.get(name);
    return clearance === undefined ? server : clearedServer(server, clearance);
  }

  private whole(state: AppState, name: string, declared: AppServer): RegisteredServer {
    const published = declared.use === undefined ? undefined : this.operator.find(declared.use);
    let servers = this.known.get(state);
    if (servers === undefined) this.known.set(state, (servers = new Map<string, Known>()));
    const known = servers.get(name);
    if (known !== undefined && known.published === published) return known.server;
    const server =
      declared.use === undefined
        ? this.own(state, name, declared)
        : this.takenOver(state, name, declared, published);
    servers.set(name, { server, published });
    return server;
  }

  private own(state: AppState, name: string, declared: AppServer): RegisteredServer {
    const secrets = new TenantSecrets(state, this.vault, this.logger, originOf(declared));
    const target = targetOf(declared, secrets);
    const auth = authOf(declared, secrets);
    const obstacle = this.obstacleOf(state, name, target) ?? secrets.obstacleOf(target);
    const options = declaredOptions(declared);
    const definition = {
      name,
      target: obstacle === undefined ? target : { ...target, obstacle },
      options,
      ...(auth === undefined ? {} : { auth }),
    };
    return {
      ...identity(state, name),
      definition,
      policy: new ToolPolicy(options),
      trust: 'tenant',
      label: tenantLabel,
      credentials: secrets.names(),
      withheld: secrets.withheld(),
      hidden: hiddenValues(target, { secrets: secrets.values() }, options.notSecret),
      fingerprint: digest([state.app.id, name, connectionOf(declared), secrets.versions(), this.allowStdio]),
    };
  }

  private obstacleOf(state: AppState, name: string, target: ServerTarget): Obstacle | undefined {
    if (target.transport === 'stdio') return this.allowStdio ? undefined : stdioNotAllowed;
    const isOwn = isOwnEndpoint(this.config.publicUrl, identity(state, name), target.url);
    return isOwn ? ownEndpoint : undefined;
  }

  private takenOver(
    state: AppState,
    name: string,
    declared: AppServer,
    published: RegisteredServer | undefined,
  ): RegisteredServer {
    if (published === undefined) return this.gone(state, name, declared);
    const options = narrowed(published.definition.options, declaredOptions(declared));
    const { target, auth } = published.definition;
    const definition: ServerDefinition = { name, target, options, ...(auth === undefined ? {} : { auth }) };
    return {
      ...identity(state, name),
      definition,
      policy: new NarrowedToolPolicy(published.policy, declaredOptions(declared)),
      trust: published.trust,
      label: published.label,
      credentials: published.credentials,
      hidden: published.hidden,
      fingerprint: fingerprint(definition),
      published,
    };
  }

  /** The operator has taken the published server away since the config was saved. */
  private gone(state: AppState, name: string, declared: AppServer): RegisteredServer {
    const options = declaredOptions(declared);
    const obstacle: Obstacle = {
      code: 'server-not-found',
      detail: `The server "${declared.use ?? ''}" that "${name}" takes over is not published any more.`,
    };
    return {
      ...identity(state, name),
      definition: { name, target: { transport: 'http', url: '', headers: {}, obstacle }, options },
      policy: new ToolPolicy(options),
      trust: 'tenant',
      label: tenantLabel,
      credentials: [],
      hidden: [],
      fingerprint: digest([state.app.id, name, declared]),
    };
  }
}

/** One for all, as tenants could make as many as they like. */
const tenantLabel = '(tenant)';

const stdioNotAllowed: Obstacle = {
  code: 'stdio-not-allowed',
  detail: 'The operator does not allow apps to run commands on the gateway.',
};

function identity({ app, config }: AppState, name: string): Pick<RegisteredServer, 'id' | 'handle' | 'app'> {
  return {
    id: tenantServerId(app.id, name),
    handle: `${app.slug}.${name}`,
    app: {
      ...{ id: app.id, slug: app.slug, policies: config.policies ?? {} },
      authorId: app.config.authorId,
    },
  };
}

/** `srv_…` of the server `name` of an app, the same for ever. */
/** Id of a server that an app declares. */
export function tenantServerId(appId: string, name: string): string {
  return `srv_${createHash('sha256').update(`app ${appId} ${name}`).digest('hex').slice(0, 24)}`;
}

function digest(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}

/** The operator's limits hold; an app can only make them tighter. */
function narrowed(outer: ServerOptions, inner: ServerOptions): ServerOptions {
  const { description = outer.description, disabled } = inner;
  return {
    ...(description === undefined ? {} : { description }),
    disabled: outer.disabled === true || disabled === true,
    timeoutMs: least(outer.timeoutMs, inner.timeoutMs),
    maxConcurrency: least(outer.maxConcurrency, inner.maxConcurrency),
    isolation: inner.isolation === 'account' ? 'account' : outer.isolation,
    ...(outer.questions === 'deny' || inner.questions === 'deny' ? { questions: 'deny' } : {}),
    ...(outer.notSecret === undefined ? {} : { notSecret: outer.notSecret }),
  };
}

function least(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}
