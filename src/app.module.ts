import { Module } from '@nestjs/common';
import { AccountsModule } from './accounts/accounts.module.js';
import { ConsoleModule } from './console/console.module.js';
import { CliAuthModule } from './oauth/cli-auth.module.js';
import { OAuthMetadataModule } from './oauth/metadata/metadata.module.js';
import { OAuthClientsModule } from './oauth/oauth-clients.module.js';
import { OAuthModule } from './oauth/oauth.module.js';
import { ChatModule } from './mcp-gateway/chat/chat.module.js';
import { McpGatewayModule } from './mcp-gateway/mcp-gateway.module.js';
import { PlatformModule } from './platform/platform.module.js';
import { ProgramReachModule } from './app-view/programs/program-reach.module.js';
import { ResolveModule } from './app-view/resolve/resolve.module.js';
import { SearchModule } from './app-view/search/search.module.js';
import { SdkModule } from './app-view/sdk.module.js';
import { CatalogModule } from './upstreams/catalog.module.js';
import { PublishingModule } from './upstreams/publishing.module.js';
import { WorkflowsModule } from './workflows/workflows.module.js';

/** The whole gateway. */
@Module({
  imports: [
    PlatformModule,
    AccountsModule,
    CliAuthModule,
    OAuthMetadataModule,
    OAuthClientsModule,
    OAuthModule,
    // Before those with `/api/servers/{server}/…`, as `published` and `probe` are no servers.
    PublishingModule,
    CatalogModule,
    McpGatewayModule,
    ChatModule,
    WorkflowsModule,
    SdkModule,
    ProgramReachModule,
    ResolveModule,
    SearchModule,
    ConsoleModule,
  ],
})
export class AppModule {}
