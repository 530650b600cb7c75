import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AppConfigs } from '../../apps/app/app-configs.service.js';
import { Logger } from '../../platform/logging/logger.js';
import { UpstreamCredentials } from '../credentials/upstream-credentials.port.js';
import { OperatorServers } from '../declared/operator-servers.service.js';
import { NativeSessions, type SessionTarget } from '../../mcp/server/native-sessions.service.js';
import type { RegisteredServer } from '../declared/registered-server.js';
import { TenantServers } from '../declared/tenant-servers.service.js';
import { UpstreamPool } from './upstream-pool.service.js';

/** Keeps the pool in step with the declarations and the credentials: what changed is closed, what did not is not touched. */
@Injectable()
export class PoolKeeper implements OnModuleInit {
  constructor(
    private readonly servers: OperatorServers,
    private readonly pool: UpstreamPool,
    private readonly apps: AppConfigs,
    private readonly tenants: TenantServers,
    private readonly credentials: UpstreamCredentials,
    private readonly sessions: NativeSessions,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.servers.onChange(() => {
      this.pool.retire((server) => this.isPublished(server));
      this.sessions.endWith((target) => isServer(target) && !this.isPublished(target));
      this.pool.redeclare(({ handle, app }) => (app === undefined ? this.servers.find(handle) : undefined));
    });
    this.credentials.onChange((change) => {
      this.pool.credentialChanged(change);
    });
    this.apps.onChange((appId) => {
      void this.followApp(appId);
    });
  }

  /** Whether the published server behind `server` is still there, the same and enabled; a tenant's own server has none. */
  private isPublished(server: RegisteredServer): boolean {
    const before = server.published ?? (server.trust === 'operator' ? server : undefined);
    if (before === undefined) return true;
    const now = this.servers.find(before.handle);
    return now?.fingerprint === before.fingerprint && now.definition.options.disabled !== true;
  }

  private async followApp(appId: string): Promise<void> {
    try {
      const state = await this.apps.find(appId);
      const servers = state === undefined ? [] : this.tenants.list(state);
      const current = new Set(
        servers
          .filter(({ definition }) => definition.options.disabled !== true)
          .map(({ fingerprint }) => fingerprint),
      );
      this.pool.retire((server) => server.app?.id !== appId || current.has(server.fingerprint));
      this.sessions.endWith(
        (target) => isServer(target) && target.app?.id === appId && !current.has(target.fingerprint),
      );
      this.pool.redeclare((before) =>
        before.app?.id === appId ? servers.find(({ id }) => id === before.id) : undefined,
      );
    } catch (error) {
      this.logger.warn('app.not-followed', { app: appId, error });
    }
  }
}

/** Sessions are with servers, and with apps as a whole. */
function isServer(target: SessionTarget): target is RegisteredServer {
  return 'definition' in target;
}
