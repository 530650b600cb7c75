import { Injectable } from '@nestjs/common';
import { AppConfigs } from '../../apps/app/app-configs.service.js';
import type { Clearance } from '../../apps/clearance/clearance.js';
import { Clearances } from '../../apps/clearance/clearances.service.js';
import type { AppState } from '../../apps/document/app.js';
import { suggestion } from '../../kernel/text/nearest.js';
import { isBound, reachesServer, withoutGrant } from '../../kernel/grant-reach.js';
import type { Principal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { otherResource } from '../../platform/security/access.js';
import { clearedServer } from './cleared-server.js';
import { OperatorServers } from './operator-servers.service.js';
import type { RegisteredServer } from './registered-server.js';
import { TenantServers } from './tenant-servers.service.js';

/**
 * Which servers a principal reaches, and by what handle: people the published ones and those of their apps, a key those of its app, a program
 * with a grant what that leaves it of its person's; of all that, what the account's grants leave them.
 */
@Injectable()
export class ServerRegistry {
  constructor(
    private readonly operator: OperatorServers,
    private readonly apps: AppConfigs,
    private readonly tenants: TenantServers,
    private readonly clearances: Clearances,
  ) {}

  /**
   * Throws `server-not-found`, also for servers of others, and `unauthorized` when the token is for another resource. Answers at once for the
   * published ones.
   */
  get(principal: Principal, handle: string): RegisteredServer | Promise<RegisteredServer> {
    const published = principal.kind === 'user' ? this.operator.find(handle) : undefined;
    if (published === undefined || isDisabled(published) || !reachesServer(principal, published))
      return this.search(principal, handle);
    const clearance = this.clearances.of(principal);
    if (clearance === undefined) return published;
    const left = clearance instanceof Promise ? undefined : leftOf(published, clearance);
    return left ?? this.search(principal, handle);
  }

  /** All that `principal` reaches, disabled ones included, by handle. */
  async list(principal: Principal): Promise<readonly RegisteredServer[]> {
    const states = await this.apps.listReached(withoutGrant(principal));
    const clearance = await this.clearances.of(principal);
    const published = principal.kind === 'user' ? this.operator.all() : [];
    return [
      ...published.flatMap((server) => leftOf(server, clearance) ?? []),
      ...states.flatMap((state) => this.tenants.list(state)),
    ]
      .filter((server) => reachesServer(principal, server))
      .sort((a, b) => (a.handle < b.handle ? -1 : 1));
  }

  /** What is wrong with the operator's file, for the operator; others see nothing of it. */
  fileFaults(principal: Principal): readonly string[] {
    return principal.kind === 'user' && principal.operator ? this.operator.faults : [];
  }

  private async search(principal: Principal, handle: string): Promise<RegisteredServer> {
    const found = await this.find(principal, handle);
    if (found === undefined || !reachesServer(principal, found)) throw await this.missing(principal, handle);
    if (isDisabled(found))
      throw new Problem('server-not-found', `The server "${handle}" is disabled: its declaration says so.`);
    return found;
  }

  private async find(principal: Principal, handle: string): Promise<RegisteredServer | undefined> {
    if (handle.startsWith('srv_')) return (await this.list(principal)).find(({ id }) => id === handle);
    const dot = handle.indexOf('.');
    if (dot < 0) return this.findPublished(principal, handle);
    const state = await this.app(principal, handle.slice(0, dot));
    return state === undefined ? undefined : this.tenants.find(state, handle.slice(dot + 1));
  }

  private async findPublished(principal: Principal, name: string): Promise<RegisteredServer | undefined> {
    const published = principal.kind === 'user' ? this.operator.find(name) : undefined;
    return published && leftOf(published, await this.clearances.of(principal));
  }

  /** Names nothing that the caller does not reach; what is wrong with the operator's file is the operator's to know. */
  private async missing(principal: Principal, handle: string): Promise<Problem> {
    if (isBound(principal)) return otherResource();
    const shown = handle.slice(0, 130);
    const faults = this.fileFaults(principal).filter((fault) => isAbout(fault, handle));
    if (faults.length > 0)
      return new Problem(
        'server-not-found',
        `The server "${shown}" is not used: ${faults.join('; ')}. Mend the file; it is read again at once.`,
      );
    const reached = (await this.list(principal)).filter((server) => !isDisabled(server));
    const nearest = suggestion(
      handle,
      reached.map((server) => server.handle),
    );
    return new Problem(
      'server-not-found',
      `There is no server "${shown}" that this token reaches.${nearest}`,
    );
  }

  private async app(principal: Principal, slug: string): Promise<AppState | undefined> {
    const state = await this.apps.findReached(withoutGrant(principal), slug);
    return state?.app.slug === slug ? state : undefined;
  }
}

/** What grants leave of a published server. */
function leftOf(server: RegisteredServer, clearance: Clearance | undefined): RegisteredServer | undefined {
  if (clearance === undefined) return server;
  const left = clearance.at(server.handle);
  return left && clearedServer(server, left);
}

function isDisabled({ definition }: RegisteredServer): boolean {
  return definition.options.disabled === true;
}

/** Whether a line about the operator's file is about this server: `line 3, column 5, /mcpServers/github/url must be a URL`. */
function isAbout(fault: string, name: string): boolean {
  return fault.split(/[ /]/).includes(name) && fault.includes(`ervers/${name}`);
}
