import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AppsModule } from '../../apps/apps.module.js';
import { UpstreamsModule } from '../../upstreams/upstreams.module.js';
import { McpGatewayModule } from '../mcp-gateway.module.js';
import { AiLanguageModels } from './models/ai-language-models.adapter.js';
import { AppOffers } from './app-offers.service.js';
import { ApprovalStore } from './approvals/approval-store.port.js';
import { ChatInbox } from './approvals/chat-inbox.service.js';
import { ToolApprovals } from './approvals/approvals.service.js';
import { ChatAttachments } from './attachments.service.js';
import { ChatController } from './chat.controller.js';
import { ChatJournal } from './chat-journal.service.js';
import { ChatMetrics } from './chat-metrics.adapter.js';
import { ChatPreparation } from './chat-preparation.service.js';
import { ChatSlots } from './chat-slots.service.js';
import { ChatTools } from './chat-tools.service.js';
import { Chats } from './chats.service.js';
import { LanguageModels } from './models/language-models.port.js';
import { LocalRuntimes } from './models/local-runtimes.service.js';
import { ModelConnections } from './models/model-connections.port.js';
import { ModelProviders } from './models/model-providers.service.js';
import { TypeormApprovalStore } from './approvals/typeorm-approval-store.repository.js';
import { UndiciModelConnections } from './models/undici-model-connections.adapter.js';
import { UsedApprovalEntity } from './approvals/used-approval.entity.js';

/** Models that use the tools of a server. */
@Module({
  imports: [AppsModule, McpGatewayModule, UpstreamsModule, TypeOrmModule.forFeature([UsedApprovalEntity])],
  controllers: [ChatController],
  providers: [
    ...[ChatInbox, ToolApprovals, ChatAttachments, ChatJournal, ChatMetrics, ChatPreparation, ChatSlots],
    ...[AppOffers, Chats, ChatTools, LocalRuntimes, ModelProviders],
    { provide: ApprovalStore, useClass: TypeormApprovalStore },
    { provide: LanguageModels, useClass: AiLanguageModels },
    { provide: ModelConnections, useClass: UndiciModelConnections },
  ],
  exports: [AppOffers],
})
export class ChatModule {}
