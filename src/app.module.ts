import { Module } from '@nestjs/common';
import { AccountsModule } from './accounts/accounts.module.js';
import { CliAuthModule } from './oauth/cli-auth.module.js';
import { OAuthMetadataModule } from './oauth/metadata/metadata.module.js';
import { OAuthClientsModule } from './oauth/oauth-clients.module.js';
import { OAuthModule } from './oauth/oauth.module.js';
import { ChatModule } from './mcp-gateway/chat/chat.module.js';
import { McpGatewayModule } from './mcp-gateway/mcp-gateway.module.js';
import { PlatformModule } from './platform/platform.module.js';
import { ProgramReachModule } from './app-view/programs/program-reach.module.js';
import { ResolveModule } from './app-view/resolve/resolve.module.js';
import { SdkModule } from './app-view/sdk.module.js';
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
    McpGatewayModule,
    ChatModule,
    WorkflowsModule,
    SdkModule,
    ProgramReachModule,
    ResolveModule,
  ],
})
export class AppModule {}
