import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { WorkflowRunEntity } from '../runs/rows/workflow-run.entity.js';

/** A filter of a run that waits for events; it goes when an event has come for it. */
@Entity('workflow_event_waits')
@Index('ix_workflow_event_waits_app_id_type', ['appId', 'type'])
export class WorkflowEventWaitEntity {
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_workflow_event_waits' })
  @ForeignKey(() => WorkflowRunEntity, { name: 'fk_workflow_event_waits_run_id', onDelete: 'CASCADE' })
  runId!: string;

  /** Which wait of the run, see `waitOf`. */
  @PrimaryColumn({ type: 'varchar', length: 40, primaryKeyConstraintName: 'pk_workflow_event_waits' })
  wait!: string;

  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'pk_workflow_event_waits' })
  place!: number;

  @Column({ type: 'varchar', length: 36 })
  appId!: string;

  @Column({ type: 'varchar', length: 128 })
  type!: string;

  @Column({ type: 'boolean' })
  needsAll!: boolean;

  @Column({ type: 'boolean', default: false })
  stays!: boolean;

  /** `EventTerms` as JSON. */
  @Column({ type: 'text' })
  terms!: string;
}
