import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AppsModule } from '../apps/apps.module.js';
import { Features } from '../apps/features.service.js';
import { ExclusiveLock } from '../platform/database/exclusive-lock.js';
import { UpstreamsModule } from '../upstreams/upstreams.module.js';
import { AppWorkflows } from './app-workflows.service.js';
import { WorkflowConfigCheck } from './definition/workflow-config-check.service.js';
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
      JournalEntryEntity,
    ]),
  ],
  controllers: [WorkflowsController, WorkflowRunsController, WorkflowSchemasController],
  providers: [
    ...[AppWorkflows, RunAuthority, RunPrograms, RunStarter, RunTools, WorkflowRuns, WorkflowTools],
    ...[RunFeed, RunMetrics, RunRetention, RunTransactions, RunWatch],
    ...[ExclusiveLock, Journal, LiveRuns],
    WorkflowConfigCheck,
    { provide: Expressions, useClass: ThreadedExpressions },
    { provide: JournalStore, useClass: TypeormJournalStore },
    { provide: RunStore, useClass: TypeormRunStore },
    { provide: WorkflowEngine, useClass: EmbeddedEngine },
  ],
  exports: [AppWorkflows, WorkflowTools],
})
export class WorkflowsModule implements OnModuleInit {
  constructor(private readonly features: Features) {}

  onModuleInit(): void {
    this.features.announce('workflows');
  }
}
