import { Module } from '@nestjs/common';
import { AppsModule } from '../../apps/apps.module.js';
import { UpstreamsModule } from '../../upstreams/upstreams.module.js';
import { WorkflowsModule } from '../../workflows/workflows.module.js';
import { ResolveController } from './resolve.controller.js';
import { ResolveService } from './resolve.service.js';
import { ResolvedServers } from './resolved-servers.service.js';

/** The document that an SDK starts from. */
@Module({
  imports: [AppsModule, UpstreamsModule, WorkflowsModule],
  controllers: [ResolveController],
  providers: [ResolveService, ResolvedServers],
})
export class ResolveModule {}
