import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { AppEntity } from '../../apps/app/app.entity.js';
import { bigint } from '../../platform/database/columns.js';

/** An event of an app: kept for a while, so that runs find it that listen later. */
@Entity('workflow_events')
@Index('ix_workflow_events_app_id_type_at', ['appId', 'type', 'at'])
@Index('ix_workflow_events_app_id_at_bytes', ['appId', 'at', 'bytes'])
@Index('ix_workflow_events_due_at', ['dueAt'])
@Index('ix_workflow_events_at', ['at'])
export class WorkflowEventEntity {
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_workflow_events' })
  id!: string;

  @Column({ type: 'varchar', length: 36 })
  @ForeignKey(() => AppEntity, { name: 'fk_workflow_events_app_id', onDelete: 'CASCADE' })
  appId!: string;

  @Column({ type: 'varchar', length: 128 })
  type!: string;

  @Column({ type: 'text' })
  event!: string;

  @Column({ type: 'text' })
  correlation!: string;

  @Column({ type: 'integer' })
  depth!: number;

  /** The run that began what emitted it. */
  @Column({ type: 'varchar', length: 36, nullable: true })
  rootId!: string | null;

  @Column({ type: 'varchar', length: 36, nullable: true })
  onlyOf!: string | null;

  @Column({ type: 'bigint', transformer: bigint })
  at!: number;

  /** When somebody has to hand it out; unset once it has been. */
  @Column({ type: 'bigint', nullable: true, transformer: bigint })
  dueAt!: number | null;

  /** About what it takes up in the database. */
  @Column({ type: 'integer', default: 0 })
  bytes!: number;
}
