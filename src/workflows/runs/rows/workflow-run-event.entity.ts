import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { bigint } from '../../../platform/database/columns.js';
import type { RunEventType } from '../run-event.js';
import { WorkflowRunEntity } from './workflow-run.entity.js';

@Entity('workflow_run_events')
export class WorkflowRunEventEntity {
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_workflow_run_events' })
  @ForeignKey(() => WorkflowRunEntity, { name: 'fk_workflow_run_events_run_id', onDelete: 'CASCADE' })
  runId!: string;

  /** Counts up from 1 in each run. */
  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'pk_workflow_run_events' })
  seq!: number;

  @Column({ type: 'varchar', length: 20 })
  type!: RunEventType;

  @Column({ type: 'bigint', transformer: bigint })
  at!: number;

  @Column({ type: 'text' })
  data!: string;
}
