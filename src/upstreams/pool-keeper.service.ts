import { Injectable, type OnModuleInit } from '@nestjs/common';
import { OperatorServers } from './operator-servers.service.js';
import { UpstreamPool } from './upstream-pool.service.js';

/** Keeps the pool in step with the declarations: what changed is closed, what did not is not touched. */
@Injectable()
export class PoolKeeper implements OnModuleInit {
  constructor(
    private readonly servers: OperatorServers,
    private readonly pool: UpstreamPool,
  ) {}

  onModuleInit(): void {
    this.servers.onChange(() => {
      this.pool.retire(
        (server) =>
          server.trust !== 'operator' || this.servers.find(server.handle)?.fingerprint === server.fingerprint,
      );
    });
  }
}
