import { Injectable } from '@nestjs/common';
import { AppConfigs } from '../../apps/app/app-configs.service.js';
import type { ConnectionOwner } from '../../kernel/caller.js';
import { OperatorServers } from '../declared/operator-servers.service.js';
import type { RegisteredServer } from '../declared/registered-server.js';
import { TenantServers } from '../declared/tenant-servers.service.js';
import type { Credential } from './store/credential.js';

/** Finds the declaration that a credential is for, whoever asks. */
@Injectable()
export class DeclaredServers {
  constructor(
    private readonly operator: OperatorServers,
    private readonly apps: AppConfigs,
    private readonly tenants: TenantServers,
  ) {}

  /** What an owner calls a server: apps with a connection of their own to a published one call it by their own name. */
  async handleFor(server: RegisteredServer, owner: ConnectionOwner): Promise<string> {
    if (owner.kind !== 'app' || server.app !== undefined) return server.handle;
    const state = await this.apps.find(owner.appId);
    const used = state && this.tenants.list(state).find(({ published }) => published?.id === server.id);
    return used?.handle ?? server.handle;
  }

  /** `undefined`: it is not declared any more. */
  async find({
    serverId,
    appId,
  }: Pick<Credential, 'serverId'> & Partial<Pick<Credential, 'appId'>>): Promise<
    RegisteredServer | undefined
  > {
    const published = this.operator.all().find(({ id }) => id === serverId);
    if (published !== undefined || appId === undefined) return published;
    const state = await this.apps.find(appId);
    return state === undefined ? undefined : this.tenants.list(state).find(({ id }) => id === serverId);
  }
}
