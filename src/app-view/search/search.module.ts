import { Module } from '@nestjs/common';
import { AppsModule } from '../../apps/apps.module.js';
import { McpGatewayModule } from '../../mcp-gateway/mcp-gateway.module.js';
import { UpstreamsModule } from '../../upstreams/upstreams.module.js';
import { WorkflowsModule } from '../../workflows/workflows.module.js';
import { Everything } from './everything.service.js';
import { SearchController } from './search.controller.js';

/** Finding anything by words. */
@Module({
  imports: [AppsModule, McpGatewayModule, UpstreamsModule, WorkflowsModule],
  controllers: [SearchController],
  providers: [Everything],
})
export class SearchModule {}
