import { Module, type Abstract, type FactoryProvider, type OnModuleInit, type Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AppsModule } from '../apps/apps.module.js';
import { Features } from '../apps/app/features.service.js';
import { Database } from '../platform/database/database.js';
import { ExclusiveLock } from '../platform/database/exclusive-lock.js';
import { GroupCommit } from '../platform/database/group-commit.js';
import { ChatModule } from '../mcp-gateway/chat/chat.module.js';
import { UpstreamsModule } from '../upstreams/upstreams.module.js';
import { AppWorkflows } from './catalog/app-workflows.service.js';
import { WorkflowConfigCheck } from './definition/workflow-config-check.service.js';
import { DbosDispatcher } from './engine/dbos/dbos-dispatcher.adapter.js';
import { DbosEngine } from './engine/dbos/dbos-engine.service.js';
import { DispatchedRuns } from './engine/dbos/dispatched-runs.service.js';
import { LeaseStore } from './engine/dbos/lease-store.port.js';
import { LeasedRunWriter } from './engine/dbos/leased-run-writer.repository.js';
import { RunDispatcher } from './engine/dbos/run-dispatcher.port.js';
import { RunAllotment } from './engine/dbos/run-allotment.service.js';
import { RunUpkeep } from './engine/dbos/run-upkeep.service.js';
import { TypeormLeaseStore } from './engine/dbos/typeorm-lease-store.repository.js';
import { TypeormWorkerStore } from './engine/dbos/typeorm-worker-store.repository.js';
import { WorkerStore } from './engine/dbos/worker-store.port.js';
import { WorkflowWorkerEntity } from './engine/dbos/workflow-worker.entity.js';
import { EmbeddedEngine } from './engine/embedded/embedded-engine.service.js';
import { ExclusiveRunWriter } from './engine/embedded/exclusive-run-writer.repository.js';
import { RunIntake } from './engine/embedded/run-intake.service.js';
import { Executions } from './engine/execution/executions.service.js';
import { JournalEntryEntity } from './engine/journal/journal-entry.entity.js';
import { JournalStore } from './engine/journal/journal-store.port.js';
import { Journal } from './engine/journal/journal.service.js';
import { RunWriter } from './engine/journal/run-writer.port.js';
import { TypeormJournalStore } from './engine/journal/typeorm-journal-store.repository.js';
import { WorkflowEngine } from './engine/workflow-engine.port.js';
import { AskedTools } from './calls/asked-tools.service.js';
import { DecidedSteps } from './calls/decided-steps.service.js';
import { FamilyNews } from './children/family-news.service.js';
import { RunChildren } from './children/run-children.service.js';
import { RunFamily } from './children/run-family.service.js';
import { EventDelivery } from './events/event-delivery.service.js';
import { EventHandout } from './events/event-handout.service.js';
import { EventOutbox } from './events/event-outbox.service.js';
import { EventStore } from './events/event-store.port.js';
import { EventTicker } from './events/event-ticker.service.js';
import { EventTriggers } from './events/event-triggers.service.js';
import { EventWaits } from './events/event-waits.service.js';
import { TypeormEventStore } from './events/typeorm-event-store.repository.js';
import { WorkflowDueEventEntity } from './events/workflow-due-event.entity.js';
import { WorkflowEventSetEntity } from './events/workflow-event-set.entity.js';
import { WorkflowEventWaitEntity } from './events/workflow-event-wait.entity.js';
import { WorkflowEventEntity } from './events/workflow-event.entity.js';
import { WorkflowEventsController } from './events/workflow-events.controller.js';
import { WorkflowEvents } from './events/workflow-events.service.js';
import { DocumentCheck } from './expressions/document-check.service.js';
import { DeliveriesController } from './hooks/deliveries.controller.js';
import { Deliveries } from './hooks/deliveries.service.js';
import { HookStore } from './hooks/hook-store.port.js';
import { TypeormHookStore } from './hooks/typeorm-hook-store.repository.js';
import { WorkflowHookEntity } from './hooks/workflow-hook.entity.js';
import { WorkflowHooksController } from './hooks/workflow-hooks.controller.js';
import { WorkflowHooks } from './hooks/workflow-hooks.service.js';
import { ChatPrograms } from './programs/chat-programs.service.js';
import { ProgramCheck } from './programs/program-check.service.js';
import { WorkflowPrograms } from './programs/workflow-programs.service.js';
import { RunResults } from './catalog/run-results.service.js';
import { RunAuthority } from './calls/run-authority.service.js';
import { RunBounds } from './runs/run-bounds.service.js';
import { RunQuota } from './engine/execution/run-quota.service.js';
import { RunPrograms } from './engine/run-programs.service.js';
import { RunAncestry } from './runs/run-ancestry.service.js';
import { RunStarter } from './runs/run-starter.service.js';
import { RunTools } from './calls/run-tools.service.js';
import { StepRecords } from './calls/step-records.service.js';
import { RunAnnouncements } from './runs/run-announcements.service.js';
import { RunFeed } from './runs/run-feed.service.js';
import { RunPreparation } from './runs/run-preparation.service.js';
import { RunMetrics } from './runs/run-metrics.adapter.js';
import { RunRetention } from './runs/run-retention.service.js';
import { RunVersions } from './runs/run-versions.service.js';
import { RunStore } from './runs/run-store.port.js';
import { WorkflowPicturesController } from './pictures/workflow-pictures.controller.js';
import { WorkflowPictures } from './pictures/workflow-pictures.service.js';
import { RunJournal } from './retries/run-journal.service.js';
import { RunRetries } from './retries/run-retries.service.js';
import { RunTransactions } from './runs/run-transactions.service.js';
import { RunOwners } from './runs/run-owners.service.js';
import { RunWatch } from './runs/run-watch.service.js';
import { TypeormRunStore } from './runs/rows/typeorm-run-store.repository.js';
import { Trials } from './trials/trials.service.js';
import { WorkflowRunEventEntity } from './runs/rows/workflow-run-event.entity.js';
import { WorkflowRunEntity } from './runs/rows/workflow-run.entity.js';
import { WorkflowSignalEntity } from './runs/rows/workflow-signal.entity.js';
import { ScheduleFollower } from './schedules/schedule-follower.service.js';
import { ScheduleStore } from './schedules/schedule-store.port.js';
import { ScheduleTicker } from './schedules/schedule-ticker.service.js';
import { TypeormScheduleStore } from './schedules/typeorm-schedule-store.repository.js';
import { WorkflowScheduleController } from './schedules/workflow-schedule.controller.js';
import { WorkflowScheduleEntity } from './schedules/workflow-schedule.entity.js';
import { WorkflowSchedules } from './schedules/workflow-schedules.service.js';
import { WorkflowSchemasController } from './workflow-schemas.controller.js';
import { WorkflowRunsController } from './workflow-runs.controller.js';
import { WorkflowRuns } from './runs/workflow-runs.service.js';
import { WorkflowTools } from './catalog/workflow-tools.service.js';
import { WorkflowsController } from './workflows.controller.js';

/** One `part` of two: `shared` where several processes carry out runs, on Postgres, or `alone`, on SQLite. */
function forDatabase<T>(part: Abstract<T>, shared: Type<T>, alone: Type<T>): FactoryProvider<T> {
  return {
    provide: part,
    inject: [Database, ModuleRef],
    useFactory: ({ isPostgres }: Database, modules: ModuleRef): Promise<T> =>
      modules.create<T>(isPostgres ? shared : alone),
  };
}

/** Workflows of apps: what they are, and runs of them that survive the process. */
@Module({
  imports: [
    AppsModule,
    ChatModule,
    UpstreamsModule,
    TypeOrmModule.forFeature([
      ...[WorkflowRunEntity, WorkflowRunEventEntity, WorkflowSignalEntity],
      ...[WorkflowDueEventEntity, WorkflowEventEntity, WorkflowEventSetEntity, WorkflowEventWaitEntity],
      ...[WorkflowHookEntity, JournalEntryEntity, WorkflowScheduleEntity, WorkflowWorkerEntity],
    ]),
  ],
  controllers: [
    ...[WorkflowsController, WorkflowRunsController, WorkflowSchemasController, WorkflowPicturesController],
    ...[WorkflowScheduleController, WorkflowHooksController, DeliveriesController, WorkflowEventsController],
  ],
  providers: [
    ...[
      AppWorkflows,
      AskedTools,
      DecidedSteps,
      RunAuthority,
      RunChildren,
      RunFamily,
      RunPrograms,
      RunAncestry,
      RunStarter,
      RunTools,
      StepRecords,
      Trials,
      WorkflowPictures,
      ChatPrograms,
      ProgramCheck,
      RunResults,
      WorkflowPrograms,
      WorkflowRuns,
      WorkflowTools,
    ],
    ...[
      RunAnnouncements,
      FamilyNews,
      RunFeed,
      RunMetrics,
      RunPreparation,
      RunRetention,
      RunRetries,
      RunJournal,
      RunTransactions,
      RunVersions,
      RunWatch,
    ],
    ...[ExclusiveLock, GroupCommit, Executions, Journal, RunBounds, RunQuota],
    ...[RunOwners, ScheduleFollower, ScheduleTicker, WorkflowSchedules],
    ...[Deliveries, DocumentCheck, WorkflowConfigCheck, WorkflowHooks],
    ...[EventDelivery, EventHandout, EventOutbox, EventTicker, EventTriggers, EventWaits, WorkflowEvents],
    { provide: EventStore, useClass: TypeormEventStore },
    { provide: HookStore, useClass: TypeormHookStore },
    { provide: ScheduleStore, useClass: TypeormScheduleStore },
    { provide: JournalStore, useClass: TypeormJournalStore },
    { provide: RunStore, useClass: TypeormRunStore },
    forDatabase(RunWriter, LeasedRunWriter, ExclusiveRunWriter),
    ...[DispatchedRuns, RunAllotment, RunUpkeep, RunIntake],
    { provide: LeaseStore, useClass: TypeormLeaseStore },
    { provide: RunDispatcher, useClass: DbosDispatcher },
    { provide: WorkerStore, useClass: TypeormWorkerStore },
    forDatabase(WorkflowEngine, DbosEngine, EmbeddedEngine),
  ],
  exports: [AppWorkflows, WorkflowTools],
})
export class WorkflowsModule implements OnModuleInit {
  constructor(private readonly features: Features) {}

  onModuleInit(): void {
    this.features.announce('workflows');
  }
}
