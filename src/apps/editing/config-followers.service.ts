import { Injectable } from '@nestjs/common';
import type { AppConfig } from '../document/app-config.schema.js';
import type { ConfigFollower } from './config-follower.port.js';

/** Tells modules that stand on this one of each config in the transaction that makes it the current one, so that none is ever missed. */
@Injectable()
export class ConfigFollowers {
  private readonly followers: ConfigFollower[] = [];

  /** From now on every config is shown to `follower` too. */
  register(follower: ConfigFollower): void {
    this.followers.push(follower);
  }

  async follow(appId: string, config: AppConfig): Promise<void> {
    for (const follower of this.followers) await follower.follow(appId, config);
  }
}
