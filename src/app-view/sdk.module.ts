import { Module } from '@nestjs/common';
import { AppsModule } from '../apps/apps.module.js';
import { McpGatewayModule } from '../mcp-gateway/mcp-gateway.module.js';
import { UpstreamsModule } from '../upstreams/upstreams.module.js';
import { WorkflowsModule } from '../workflows/workflows.module.js';
import { AppCalls } from './app-calls.service.js';
import { AppPromptsController } from './app-prompts.controller.js';
import { AppPrompts } from './app-prompts.service.js';
import { AppResourcesController } from './app-resources.controller.js';
import { AppResources } from './app-resources.service.js';
import { AppToolsController } from './app-tools.controller.js';
import { DriftFanOut } from './drift/drift-fan-out.service.js';
import { ExposedNames } from './exposed-names.service.js';
import { AppChanges } from './native/app-changes.service.js';
import { AppAddresses } from './native/app-addresses.service.js';
import { AppCompletions } from './native/app-completions.service.js';
import { AppEndpoint } from './native/app-endpoint.service.js';
import { AppFollow } from './native/app-follow.service.js';
import { AppLifetimes } from './native/app-lifetimes.service.js';
import { AppLists } from './native/app-lists.service.js';
import { AppMcp } from './native/app-mcp.service.js';
import { AppModern } from './native/app-modern.service.js';
import { AppNativeController } from './native/app-native.controller.js';
import { AppNativeTools } from './native/app-tools.service.js';
import { ServerFanOut } from './server-fan-out.service.js';
import { ToolDriftController } from './drift/tool-drift.controller.js';
import { ToolDriftService } from './drift/tool-drift.service.js';
import { ToolDirectories } from './search/tool-directory.service.js';

/** An app's view of its servers: their tools, resources and prompts as one. */
@Module({
  imports: [AppsModule, UpstreamsModule, McpGatewayModule, WorkflowsModule],
  controllers: [
    AppToolsController,
    AppResourcesController,
    AppPromptsController,
    ToolDriftController,
    AppNativeController,
  ],
  providers: [
    ...[AppCalls, AppPrompts, AppResources, DriftFanOut, ExposedNames, ServerFanOut],
    ...[ToolDirectories, ToolDriftService],
    ...[
      AppChanges,
      AppAddresses,
      AppCompletions,
      AppEndpoint,
      AppFollow,
      AppLifetimes,
      AppLists,
      AppMcp,
      AppModern,
      AppNativeTools,
    ],
  ],
})
export class SdkModule {}
