import { BodyGuard } from './http/bodies/body.guard.js';
import { KnownCallers } from './http/bodies/known-callers.js';
import { BodyReader } from './http/bodies/body-reader.js';
import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Clock, SystemClock } from '../kernel/pacing/clock.js';
import { ResultsModule } from './results/results.module.js';
import { CallLog } from './calls/call-log.service.js';
import { CallRetention } from './calls/call-retention.service.js';
import { CallBlockEntity } from './calls/call-block.entity.js';
import { CallStore } from './calls/call-store.port.js';
import { CallWriter } from './calls/call-writer.service.js';
import { TypeormCallStore } from './calls/typeorm-call-store.repository.js';
import { ConfigModule } from './config/config.module.js';
import { DatabaseModule } from './database/database.module.js';
import { AddressLookup } from './egress/address-lookup.port.js';
import { EgressPolicy } from './egress/egress-policy.js';
import { SystemAddressLookup } from './egress/system-address-lookup.adapter.js';
import { SettingsController } from './config/settings.controller.js';
import { DoctorController } from './health/doctor.controller.js';
import { Doctor } from './health/doctor.service.js';
import { EventCourier } from './events/event-courier.service.js';
import { EventHub } from './events/event-hub.service.js';
import { EventsController } from './events/events.controller.js';
import { Expressions } from './expressions/expressions.port.js';
import { ExpressionThreads } from './expressions/expression-threads.service.js';
import { ThreadedExpressions } from './expressions/threaded-expressions.adapter.js';
import { HealthController } from './health/health.controller.js';
import { ProcessFindings } from './health/process-findings.service.js';
import { ClientAddress } from './http/client-address.js';
import { DocsController } from './openapi/docs.controller.js';
import { ApiDocument } from './openapi/docs.js';
import { Drain } from './http/answers/drain.js';
import { EventStreams } from './http/answers/event-streams.js';
import { RequestPipeline } from './http/request-pipeline.js';
import { HostPolicy } from './http/host-policy.js';
import { FastPath } from './http/fast-path.js';
import { FastRoutes } from './http/fast-routes.js';
import { ListReplies } from './http/answers/list-replies.js';
import { OpenWork } from './http/open-work.js';
import { PageAssetsController } from './pages/page-assets.controller.js';
import { PageCookies } from './pages/page-cookies.js';
import { PageForms } from './pages/page-forms.js';
import { Pages } from './pages/pages.js';
import { ProblemDialects } from './http/answers/problem-dialects.js';
import { ProblemFilter } from './http/answers/problem.filter.js';
import { ProblemsController } from './http/answers/problems.controller.js';
import { ReaderBacklog } from './http/answers/reader-backlog.js';
import { RequestRecords } from './http/request-records.js';
import { IdempotencyModule } from './idempotency/idempotency.module.js';
import { Logger } from './logging/logger.js';
import { HopMetrics } from './metrics/hop-metrics.js';
import { HttpMetrics } from './metrics/http-metrics.js';
import { McpMetrics } from './metrics/mcp-metrics.js';
import { MetricsExport } from './metrics/metrics-export.service.js';
import { Metrics } from './metrics/metrics.js';
import { MetricsController } from './metrics/metrics.controller.js';
import { AccessGuard } from './security/access.guard.js';
import { Authenticator } from './security/authenticator.js';
import { NamedAccounts } from './security/named-accounts.service.js';
import { BrowserCallers } from './security/browser-callers.js';
import { Cursors } from './security/cursors.js';
import { Keyring } from './security/keyring.js';
import { Limiters } from './rate-limits/limiters.service.js';
import { PostgresRateCounterStore } from './rate-limits/postgres-rate-counter-store.repository.js';
import { RateCounterEntity } from './rate-limits/rate-counter.entity.js';
import { RateCounterStore } from './rate-limits/rate-counter-store.port.js';
import { RateLimits } from './rate-limits/rate-limits.js';
import { StorageGrowth } from './storage/storage-growth.js';
import { StorageQuotas } from './storage/storage-quotas.service.js';
import { Tracing } from './tracing/tracing.js';
import { AccountUsage } from './usage/account-usage.service.js';
import { TypeormUsageStore } from './usage/typeorm-usage-store.repository.js';
import { UsageHourEntity } from './usage/usage-hour.entity.js';
import { UsageMarkEntity } from './usage/usage-mark.entity.js';
import { UsageMeter } from './usage/usage-meter.service.js';
import { UsageReports } from './usage/usage-reports.service.js';
import { UsageRetention } from './usage/usage-retention.service.js';
import { GatheredMetrics } from './workers/gathered-metrics.service.js';
import { SessionForwarder } from './workers/session-forwarder.service.js';
import { WorkerDoor } from './workers/worker-door.service.js';
import { UsageStore } from './usage/usage-store.port.js';

/** What every feature stands on. Knows no feature; `TokenVerifier` and `SessionVerifier` are provided by the accounts module. */
@Global()
@Module({
  imports: [
    ...[ConfigModule, DatabaseModule, IdempotencyModule, ResultsModule],
    TypeOrmModule.forFeature([RateCounterEntity, CallBlockEntity, UsageHourEntity, UsageMarkEntity]),
  ],
  controllers: [
    DocsController,
    DoctorController,
    EventsController,
    HealthController,
    MetricsController,
    PageAssetsController,
    ProblemsController,
    SettingsController,
  ],
  providers: [
    { provide: AddressLookup, useClass: SystemAddressLookup },
    { provide: Clock, useClass: SystemClock },
    { provide: Expressions, useClass: ThreadedExpressions },
    // In this order: nothing is read of a request that may not pass.
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_GUARD, useClass: BodyGuard },
    { provide: CallStore, useClass: TypeormCallStore },
    { provide: UsageStore, useClass: TypeormUsageStore },
    { provide: RateCounterStore, useClass: PostgresRateCounterStore },
    ...[
      AccountUsage,
      ApiDocument,
      Authenticator,
      BodyReader,
      BrowserCallers,
      NamedAccounts,
      CallLog,
      CallRetention,
      CallWriter,
      ClientAddress,
      Cursors,
      Doctor,
      Drain,
      EgressPolicy,
      EventCourier,
      EventHub,
      EventStreams,
      ExpressionThreads,
      RequestPipeline,
      HostPolicy,
      FastPath,
      FastRoutes,
      HopMetrics,
      HttpMetrics,
      McpMetrics,
      MetricsExport,
      Keyring,
      Limiters,
      ListReplies,
      Logger,
      Metrics,
      OpenWork,
      PageCookies,
      PageForms,
      Pages,
      KnownCallers,
      ProblemDialects,
      ProblemFilter,
      ProcessFindings,
      RateLimits,
      ReaderBacklog,
      RequestRecords,
      ...[StorageGrowth, StorageQuotas],
      Tracing,
      UsageMeter,
      UsageReports,
      UsageRetention,
      ...[GatheredMetrics, SessionForwarder, WorkerDoor],
    ],
  ],
  exports: [
    ...[CallLog, Doctor, EventHub, UsageMeter, UsageReports, StorageGrowth, StorageQuotas],
    ...[
      AccountUsage,
      BodyReader,
      Clock,
      Cursors,
      Drain,
      EgressPolicy,
      EventStreams,
      ...[Expressions, ExpressionThreads],
      RequestPipeline,
      FastPath,
      Keyring,
      ListReplies,
      Logger,
      McpMetrics,
      Metrics,
      OpenWork,
    ],
    ...[KnownCallers, PageCookies, PageForms, Pages, ProblemDialects, ProblemFilter, RateLimits, Tracing],
  ],
})
export class PlatformModule {}
