import { Module } from '@nestjs/common';
import { UpstreamsModule } from '../upstreams/upstreams.module.js';
import { HotRoutes } from './hot-routes.js';
import { McpOperations } from './mcp-operations.service.js';
import { PromptsController } from './prompts.controller.js';
import { ResourcesController } from './resources.controller.js';
import { ServersController } from './servers.controller.js';
import { ServersService } from './servers.service.js';
import { ToolsController } from './tools.controller.js';

/** Any MCP server behind plain HTTP. */
@Module({
  imports: [UpstreamsModule],
  controllers: [ServersController, ToolsController, ResourcesController, PromptsController],
  providers: [
    HotRoutes,
    McpOperations,
    ServersService,
    ToolsController,
    ResourcesController,
    PromptsController,
  ],
  exports: [McpOperations],
})
export class McpGatewayModule {}
