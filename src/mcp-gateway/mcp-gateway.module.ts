import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AppsModule } from '../apps/apps.module.js';
import { UpstreamsModule } from '../upstreams/upstreams.module.js';
import { ApprovalAnswers } from './approving/approval-answers.service.js';
import { ApprovalWaits } from './approving/approval-waits.service.js';
import { CallReplies } from './call-replies.service.js';
import { McpOperations } from './mcp-operations.service.js';
import { KeptResultReads } from './kept-result-reads.service.js';
import { NativeResultReads } from './native/native-result-reads.service.js';
import { ConnectAnswers } from './native/connect/connect-answers.service.js';
import { ConnectLane } from './native/connect/connect-lane.service.js';
import { ServerMcp } from './native/connect/server-mcp.service.js';
import { SessionConnects } from './native/connect/session-connects.service.js';
import { EraMatch } from './native/era-match.service.js';
import { HttpLane } from './native/http/http-lane.service.js';
import { RelayTargets } from './native/http/relay-targets.service.js';
import { StreamViews } from './native/http/stream-views.service.js';
import { HttpSender } from './native/http/http-sender.service.js';
import { LinkLane } from './native/link-lane.service.js';
import { NativeController } from './native/native.controller.js';
import { NativeEndpoint } from './native/native-endpoint.service.js';
import { ModernAnswers } from './native/modern-answers.service.js';
import { MirroredHeaders } from './native/mirrored-headers.service.js';
import { NativeChallenges } from '../mcp/server/native-challenges.js';
import { SessionMetrics } from '../mcp/server/session-metrics.adapter.js';
import { SharedQuestions } from './native/shared-questions.service.js';
import { SharedLane } from './native/shared-lane.service.js';
import { SharedListen } from './native/shared-listen.service.js';
import { UndeclaredLists } from './native/undeclared-lists.service.js';
import { AskingCalls } from './questions/asking-calls.service.js';
import { HeldCallAnswerStore } from './questions/held-call-answer-store.port.js';
import { HeldCallAnswerEntity } from './questions/held-call-answer.entity.js';
import { TypeormHeldCallAnswerStore } from './questions/typeorm-held-call-answer-store.repository.js';
import { HeldCallRelay } from './questions/held-call-relay.service.js';
import { HeldCalls } from './questions/held-calls.service.js';
import { OpenQuestions } from './questions/open-questions.service.js';
import { PromptsController } from './prompts.controller.js';
import { ResourcesController } from './resources.controller.js';
import { ServerFindings } from './server-findings.service.js';
import { ServersController } from './servers.controller.js';
import { ServersService } from './servers.service.js';
import { ToolsController } from './tools.controller.js';

/** Any MCP server behind plain HTTP. */
@Module({
  imports: [AppsModule, UpstreamsModule, TypeOrmModule.forFeature([HeldCallAnswerEntity])],
  controllers: [ServersController, ToolsController, ResourcesController, PromptsController, NativeController],
  providers: [
    ...[RelayTargets, StreamViews],
    ...[EraMatch, HttpLane, HttpSender, LinkLane, NativeEndpoint, MirroredHeaders, ModernAnswers],
    ...[KeptResultReads, NativeResultReads],
    ...[NativeChallenges, SessionMetrics, SharedLane, SharedListen, SharedQuestions],
    UndeclaredLists,
    ...[ConnectAnswers, ConnectLane, ServerMcp, SessionConnects],
    ...[AskingCalls, HeldCallRelay, HeldCalls, OpenQuestions],
    { provide: HeldCallAnswerStore, useClass: TypeormHeldCallAnswerStore },
    ...[ApprovalAnswers, ApprovalWaits],
    CallReplies,
    McpOperations,
    ...[ServerFindings, ServersService],
  ],
  exports: [
    ApprovalAnswers,
    CallReplies,
    ConnectAnswers,
    KeptResultReads,
    ModernAnswers,
    McpOperations,
    ServersService,
  ],
})
export class McpGatewayModule {}
