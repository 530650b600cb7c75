import { Module, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AppsModule } from '../apps/apps.module.js';
import { Features } from '../apps/app/features.service.js';
import { Database } from '../platform/database/database.js';
import { ExclusiveLock } from '../platform/database/exclusive-lock.js';
import { GroupCommit } from '../platform/database/group-commit.js';
import { UpstreamsModule } from '../upstreams/upstreams.module.js';
import { AppWorkflows } from './app-workflows.service.js';
import { WorkflowConfigCheck } from './definition/workflow-config-check.service.js';
import { DbosEngine } from './engine/dbos/dbos-engine.service.js';
import { DbosStrandRuntime } from './engine/dbos/dbos-strand-runtime.adapter.js';
import { LocalStrands } from './engine/dbos/local-strands.service.js';
import { StrandJournal } from './engine/dbos/strand-journal.service.js';
import { StrandRuntime } from './engine/dbos/strand-runtime.port.js';
import { StrandStore } from './engine/dbos/strand-store.port.js';
import { StrandUpkeep } from './engine/dbos/strand-upkeep.service.js';
import { Strands } from './engine/dbos/strands.service.js';
import { TypeormStrandStore } from './engine/dbos/typeorm-strand-store.repository.js';
import { WorkflowStrandEntity } from './engine/dbos/workflow-strand.entity.js';
import { WorkflowWorkerEntity } from './engine/dbos/workflow-worker.entity.js';
import { EmbeddedEngine } from './engine/embedded/embedded-engine.service.js';
import { JournalEntryEntity } from './engine/embedded/journal-entry.entity.js';
import { JournalStore } from './engine/embedded/journal-store.port.js';
import { Journal } from './engine/embedded/journal.service.js';
import { LiveRuns } from './engine/embedded/live-runs.service.js';
import { TypeormJournalStore } from './engine/embedded/typeorm-journal-store.repository.js';
import { WorkflowEngine } from './engine/workflow-engine.port.js';
import { Expressions } from './expressions/expressions.port.js';
import { ThreadedExpressions } from './expressions/threaded-expressions.adapter.js';
import { RunAuthority } from './run-authority.service.js';
import { RunPrograms } from './run-programs.service.js';
import { RunStarter } from './run-starter.service.js';
import { RunTools } from './run-tools.service.js';
import { RunFeed } from './runs/run-feed.service.js';
import { RunMetrics } from './runs/run-metrics.adapter.js';
import { RunRetention } from './runs/run-retention.service.js';
import { RunVersions } from './runs/run-versions.service.js';
import { RunStore } from './runs/run-store.port.js';
import { RunTransactions } from './runs/run-transactions.service.js';
import { RunWatch } from './runs/run-watch.service.js';
import { TypeormRunStore } from './runs/typeorm-run-store.repository.js';
import { WorkflowRunEventEntity } from './runs/workflow-run-event.entity.js';
import { WorkflowRunEntity } from './runs/workflow-run.entity.js';
import { WorkflowSignalEntity } from './runs/workflow-signal.entity.js';
import { WorkflowSchemasController } from './workflow-schemas.controller.js';
import { WorkflowRunsController } from './workflow-runs.controller.js';
import { WorkflowRuns } from './workflow-runs.service.js';
import { WorkflowTools } from './workflow-tools.service.js';
import { WorkflowsController } from './workflows.controller.js';

/** Workflows of apps: what they are, and runs of them that survive the process. */
@Module({
  imports: [
    AppsModule,
    UpstreamsModule,
    TypeOrmModule.forFeature([
      ...[WorkflowRunEntity, WorkflowRunEventEntity, WorkflowSignalEntity],
      ...[JournalEntryEntity, WorkflowStrandEntity, WorkflowWorkerEntity],
    ]),
  ],
  controllers: [WorkflowsController, WorkflowRunsController, WorkflowSchemasController],
  providers: [
    ...[AppWorkflows, RunAuthority, RunPrograms, RunStarter, RunTools, WorkflowRuns, WorkflowTools],
    ...[RunFeed, RunMetrics, RunRetention, RunTransactions, RunVersions, RunWatch],
    ...[ExclusiveLock, GroupCommit, Journal, LiveRuns],
    WorkflowConfigCheck,
    { provide: Expressions, useClass: ThreadedExpressions },
    { provide: JournalStore, useClass: TypeormJournalStore },
    { provide: RunStore, useClass: TypeormRunStore },
    ...[LocalStrands, StrandJournal, Strands, StrandUpkeep],
    { provide: StrandRuntime, useClass: DbosStrandRuntime },
    { provide: StrandStore, useClass: TypeormStrandStore },
    {
      provide: WorkflowEngine,
      inject: [Database, ModuleRef],
      useFactory: ({ isPostgres }: Database, modules: ModuleRef): Promise<WorkflowEngine> =>
        modules.create<WorkflowEngine>(isPostgres ? DbosEngine : EmbeddedEngine),
    },
  ],
  exports: [AppWorkflows, WorkflowTools],
})
export class WorkflowsModule implements OnModuleInit {
  constructor(private readonly features: Features) {}

  onModuleInit(): void {
    this.features.announce('workflows');
  }
}
