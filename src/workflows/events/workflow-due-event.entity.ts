import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { bigint } from '../../platform/database/columns.js';
import { WorkflowScheduleEntity } from '../schedules/workflow-schedule.entity.js';

/** An event that is to begin a run once the one before has ended. */
@Entity('workflow_due_events')
@ForeignKey(() => WorkflowScheduleEntity, ['appId', 'workflow'], ['appId', 'workflow'], {
  name: 'fk_workflow_due_events_app_id_workflow',
  onDelete: 'CASCADE',
})
export class WorkflowDueEventEntity {
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_workflow_due_events' })
  appId!: string;

  @PrimaryColumn({ type: 'varchar', length: 63, primaryKeyConstraintName: 'pk_workflow_due_events' })
  workflow!: string;

  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_workflow_due_events' })
  eventId!: string;

  /** As JSON: an event by itself, or a list of them. */
  @Column({ type: 'text' })
  event!: string;

  @Column({ type: 'integer' })
  depth!: number;

  /** The run that began what emitted it. */
  @Column({ type: 'varchar', length: 36, nullable: true })
  rootId!: string | null;

  @Column({ type: 'bigint', transformer: bigint })
  at!: number;
}
