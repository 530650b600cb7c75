import { NativeSessions } from '../mcp/server/native-sessions.service.js';
import { Module } from '@nestjs/common';
import { AccountUsage } from '../platform/usage/account-usage.service.js';
import { Config } from '../platform/config/config.js';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AppsModule } from '../apps/apps.module.js';
import { ApprovalsModule } from './approvals.module.js';
import { AnswerViews } from './tools/gate/answer-views.service.js';
import { callHooks, policyHooks, type CallHook } from './tools/gate/call-hook.js';
import { CurrentApproverTerms } from './tools/gate/current-approver-terms.service.js';
import { CallApprovals } from './tools/gate/call-approvals.service.js';
import { CallGate } from './tools/gate/call-gate.service.js';
import { ClearanceSight } from './tools/gate/clearance-sight.service.js';
import { GrantedUse } from './tools/gate/granted-use.service.js';
import { PolicyChecks } from './tools/gate/checks/policy-checks.js';
import { HookAuthors } from './tools/gate/hooks/hook-authors.service.js';
import { HookChain } from './tools/gate/hook-chain.js';
import { HookAddresses } from './tools/gate/hooks/hook-addresses.service.js';
import { HookAnswers } from './tools/gate/hooks/hook-answers.service.js';
import { HookAsking } from './tools/gate/hooks/hook-asking.service.js';
import { HookSecrets } from './tools/gate/hooks/hook-secrets.service.js';
import { HookToolCalls } from './tools/gate/hooks/hook-tool-calls.service.js';
import { HookTools } from './tools/gate/hooks/hook-tools.js';
import { PolicyHooks } from './tools/gate/hooks/policy-hooks.service.js';
import { PoliciesController } from './tools/gate/trial/policies.controller.js';
import { TriedTools } from './tools/gate/trial/tried-tools.service.js';
import { FoundTargets } from './tools/gate/found-targets.service.js';
import { PolicyTrial } from './tools/gate/trial/policy-trial.service.js';
import { RuleFindings } from './tools/gate/rules/rule-findings.service.js';
import { RuleHooks } from './tools/gate/rules/rule-hooks.service.js';
import { Rules } from './tools/gate/rules/rules.service.js';
import { RulesConfigCheck } from './tools/gate/rules/rules-config-check.service.js';
import { EraVerdictStore } from './connection/handshake/era-verdict-store.port.js';
import { EraVerdictEntity } from './connection/handshake/era-verdict.entity.js';
import { ApiDocuments } from './openapi/document/api-documents.service.js';
import { LinkFactory } from './connection/handshake/link-factory.service.js';
import { AnswerPlaces } from './connection/places/answer-places.js';
import { ProcessPlaces } from './connection/places/process-places.js';
import { McpClientConnector } from './connection/handshake/mcp-client.adapter.js';
import { CredentialsModule } from './credentials.module.js';
import { DeclaredModule } from './declared.module.js';
import { PackagesModule } from './packages.module.js';
import { ConnectionNeeds } from './connection/connection-needs.service.js';
import { NativeAccess } from './connection/native-access.service.js';
import { DriftReports } from './tools/pins/drift-reports.service.js';
import { InstructionFinder } from './tools/instruction-finder.service.js';
import { PinAcceptance } from './tools/pins/pin-acceptance.service.js';
import { PinEntity } from './tools/pins/pin.entity.js';
import { PinStore } from './tools/pins/pin-store.port.js';
import { PinThinning } from './tools/pins/pin-thinning.service.js';
import { Pins } from './tools/pins/pins.service.js';
import { TypeormPinStore } from './tools/pins/typeorm-pin-store.repository.js';
import { CallbackPage } from './connecting/callback.page.js';
import { ConnectPage } from './connecting/connect.page.js';
import { ConnectViews } from './connecting/connect-views.page.js';
import { Connecting } from './connecting/connecting.service.js';
import { ConnectionTests } from './connecting/connection-tests.service.js';
import { ConnectionsController } from './connecting/connections.controller.js';
import { ConnectionsPage } from './connecting/connections.page.js';
import { ApprovalNotices } from './tools/notices/approval-notices.service.js';
import { NoticePost } from './tools/notices/notice-post.adapter.js';
import { NoticeRecords } from './tools/notices/notice-records.service.js';
import { PolicyCallsConfigCheck } from './tools/policy-calls-config-check.service.js';
import { PolicyCalls } from './tools/policy-calls.service.js';
import { OwnClientController } from './connecting/own-client.controller.js';
import { OwnerNames } from './connecting/owner-names.service.js';
import { PromptFinder } from './tools/prompt-finder.service.js';
import { PoolKeeper } from './connection/pool-keeper.service.js';
import { Reconnections } from './connection/reconnections.service.js';
import { ServerEvents } from './connection/server-events.service.js';
import { RunnerFindings } from './runners/runner-findings.service.js';
import { StdioRunner } from './runners/stdio-runner.js';
import { ServerProbe } from './connection/server-probe.service.js';
import { ResultPicks } from './tools/shaping/result-picks.service.js';
import { ResultShaper } from './tools/shaping/result-shaper.service.js';
import { ShapeConfigCheck } from './tools/shaping/shape-config-check.service.js';
import { TenantConfigCheck } from './tools/tenant-config-check.service.js';
import { ToolFinder } from './tools/tool-finder.service.js';
import { TypeormEraVerdictStore } from './connection/handshake/typeorm-era-verdict-store.repository.js';
import { UpstreamConnector } from './connection/handshake/upstream-connector.port.js';
import { UpstreamLists } from './tools/upstream-lists.service.js';
import { ServerOperations } from './tools/server-operations.service.js';
import { UpstreamPool } from './connection/upstream-pool.service.js';
import { UpstreamPrompts } from './tools/upstream-prompts.service.js';
import { UpstreamMetrics } from './connection/upstream-metrics.adapter.js';
import { Upstreams } from './tools/upstreams.service.js';

/** The MCP client side: which servers there are, connections to them, and what they offer. */
@Module({
  imports: [
    AppsModule,
    CredentialsModule,
    DeclaredModule,
    ApprovalsModule,
    PackagesModule,
    TypeOrmModule.forFeature([EraVerdictEntity, PinEntity]),
  ],
  controllers: [
    ...[CallbackPage, ConnectPage, ConnectionsController, ConnectionsPage, OwnClientController],
    PoliciesController,
  ],
  providers: [
    AnswerViews,
    ...[ApprovalNotices, NoticePost, NoticeRecords, PolicyCalls, PolicyCallsConfigCheck],
    ...[CallApprovals, CurrentApproverTerms],
    CallGate,
    FoundTargets,
    ClearanceSight,
    GrantedUse,
    ...[Connecting, ConnectionNeeds, ConnectionTests, ConnectViews, OwnerNames],
    DriftReports,
    ...[
      HookAddresses,
      HookAnswers,
      HookAsking,
      HookAuthors,
      HookChain,
      HookSecrets,
      HookToolCalls,
      HookTools,
      PolicyHooks,
    ],
    ApiDocuments,
    LinkFactory,
    {
      provide: AnswerPlaces,
      useFactory: (usage: AccountUsage) => new AnswerPlaces(usage),
      inject: [AccountUsage],
    },
    {
      provide: ProcessPlaces,
      useFactory: ({ values }: Config, usage: AccountUsage) =>
        new ProcessPlaces(values.MAX_STARTS_AT_ONCE, usage),
      inject: [Config, AccountUsage],
    },
    InstructionFinder,
    NativeAccess,
    NativeSessions,
    PinAcceptance,
    Pins,
    PinThinning,
    PoolKeeper,
    PromptFinder,
    Reconnections,
    ServerEvents,
    ServerOperations,
    ServerProbe,
    RunnerFindings,
    StdioRunner,
    TenantConfigCheck,
    ToolFinder,
    UpstreamLists,
    UpstreamMetrics,
    UpstreamPool,
    UpstreamPrompts,
    Upstreams,
    { provide: callHooks, useValue: [] },
    ...[PolicyTrial, TriedTools],
    ...[RuleFindings, RuleHooks, Rules, RulesConfigCheck],
    ...[ResultPicks, ResultShaper, ShapeConfigCheck],
    {
      provide: policyHooks,
      // What is shown is shaped when all else has been decided.
      useFactory: (rules: RuleHooks, hooks: PolicyHooks, shaper: ResultShaper): readonly CallHook[] => [
        ...rules.hooks,
        new PolicyChecks(),
        hooks,
        shaper,
      ],
      inject: [RuleHooks, PolicyHooks, ResultShaper],
    },
    { provide: UpstreamConnector, useClass: McpClientConnector },
    { provide: PinStore, useClass: TypeormPinStore },
    { provide: EraVerdictStore, useClass: TypeormEraVerdictStore },
  ],
  exports: [
    ApprovalsModule,
    CredentialsModule,
    DeclaredModule,
    CallGate,
    ConnectionNeeds,
    InstructionFinder,
    NativeAccess,
    NativeSessions,
    PinAcceptance,
    PromptFinder,
    Reconnections,
    ServerOperations,
    ServerProbe,
    ToolFinder,
    UpstreamLists,
    UpstreamPool,
    UpstreamPrompts,
    Upstreams,
  ],
})
export class UpstreamsModule {}
