import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ConfigThinning } from '../../apps/editing/config-thinning.service.js';
import { VersionUse } from '../../apps/editing/version-use.port.js';
import { RunStore } from './run-store.port.js';

/** A run goes by the config that it began with until it is completed, also when it is retried. */
@Injectable()
export class RunVersions extends VersionUse implements OnModuleInit {
  constructor(
    private readonly thinning: ConfigThinning,
    private readonly store: RunStore,
  ) {
    super();
  }

  onModuleInit(): void {
    this.thinning.register(this);
  }

  versionsInUse(appId: string): Promise<readonly number[]> {
    return this.store.versionsInUse(appId);
  }
}
