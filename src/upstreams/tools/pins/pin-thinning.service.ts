import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { AppConfig } from '../../../apps/document/app-config.schema.js';
import { ConfigFollower } from '../../../apps/editing/config-follower.port.js';
import { ConfigFollowers } from '../../../apps/editing/config-followers.service.js';
import { Config } from '../../../platform/config/config.js';
import { tenantServerId } from '../../declared/tenant-servers.service.js';
import { PinStore } from './pin-store.port.js';

/** Removes pins of servers that an app does not declare any more, beyond the newest MAX_APP_SERVERS: names of servers come and go. */
@Injectable()
export class PinThinning extends ConfigFollower implements OnModuleInit {
  constructor(
    private readonly followers: ConfigFollowers,
    private readonly store: PinStore,
    private readonly config: Config,
  ) {
    super();
  }

  onModuleInit(): void {
    this.followers.register(this);
  }

  async follow(appId: string, { mcpServers }: AppConfig): Promise<void> {
    const declared = Object.keys(mcpServers ?? {}).map((name) => tenantServerId(appId, name));
    await this.store.removeOthers(appId, declared, this.config.values.MAX_APP_SERVERS);
  }
}
