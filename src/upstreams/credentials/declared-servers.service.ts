import { Injectable } from '@nestjs/common';
import { AppConfigs } from '../../apps/app/app-configs.service.js';
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

  /** `undefined`: it is not declared any more. */
  async find({ serverId, appId }: Pick<Credential, 'serverId' | 'appId'>): Promise<RegisteredServer | undefined> {
    const published = this.operator.all().find(({ id }) => id === serverId);
    if (published !== undefined || appId === undefined) return published;
    const state = await this.apps.find(appId);
    return state === undefined ? undefined : this.tenants.list(state).find(({ id }) => id === serverId);
  }
}
