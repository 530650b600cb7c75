import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { bigint } from '../../platform/database/columns.js';
import { WorkflowScheduleEntity } from '../schedules/workflow-schedule.entity.js';

/** Events that have come for a workflow that waits for more of them before it begins. */
@Entity('workflow_event_sets')
@Index('ix_workflow_event_sets_app_id_workflow', ['appId', 'workflow'])
@Index('ix_workflow_event_sets_at', ['at'])
@ForeignKey(() => WorkflowScheduleEntity, ['appId', 'workflow'], ['appId', 'workflow'], {
  name: 'fk_workflow_event_sets_app_id_workflow',
  onDelete: 'CASCADE',
})
export class WorkflowEventSetEntity {
  /** Ids sort by age. */
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_workflow_event_sets' })
  id!: string;

  @Column({ type: 'varchar', length: 36 })
  appId!: string;

  @Column({ type: 'varchar', length: 63 })
  workflow!: string;

  @Column({ type: 'varchar', length: 40 })
  digest!: string;

  /** As JSON, as are the values. */
  @Column({ type: 'text' })
  events!: string;

  @Column({ type: 'text' })
  values!: string;

  @Column({ type: 'integer' })
  depth!: number;

  /** The run that began what emitted it. */
  @Column({ type: 'varchar', length: 36, nullable: true })
  rootId!: string | null;

  @Column({ type: 'bigint', transformer: bigint })
  at!: number;
}
