import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { AppEntity } from '../../apps/app/app.entity.js';
import { bigint } from '../../platform/database/columns.js';

@Entity('workflow_schedules')
@Index('ix_workflow_schedules_wake_at', ['wakeAt'])
export class WorkflowScheduleEntity {
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_workflow_schedules' })
  @ForeignKey(() => AppEntity, { name: 'fk_workflow_schedules_app_id', onDelete: 'CASCADE' })
  appId!: string;

  @PrimaryColumn({ type: 'varchar', length: 63, primaryKeyConstraintName: 'pk_workflow_schedules' })
  workflow!: string;

  /** A `WorkflowSchedule` as JSON; unset when the config has none any more, and it is to stay paused should it come back. */
  @Column({ type: 'text', nullable: true })
  schedule!: string | null;

  /** What somebody said; the document's own word holds otherwise. */
  @Column({ type: 'boolean', nullable: true })
  paused!: boolean | null;

  /** Grows with every change: of several processes that look at once, one writes. */
  @Column({ type: 'integer', default: 0 })
  revision!: number;

  /** From which `every` counts. */
  @Column({ type: 'bigint', transformer: bigint })
  anchorAt!: number;

  /** The due time to come. */
  @Column({ type: 'bigint', nullable: true, transformer: bigint })
  nextAt!: number | null;

  /** When somebody has to look at it. */
  @Column({ type: 'bigint', nullable: true, transformer: bigint })
  wakeAt!: number | null;

  /** Due times that wait for the end of a run, as JSON. */
  @Column({ type: 'text' })
  queue!: string;

  @Column({ type: 'integer', default: 0 })
  skipped!: number;

  /** The due time for which a run was begun last. */
  @Column({ type: 'bigint', nullable: true, transformer: bigint })
  lastAt!: number | null;

  @Column({ type: 'varchar', length: 36, nullable: true })
  lastRunId!: string | null;

  /** Why no run could be begun when one was due last: code and detail, as JSON. */
  @Column({ type: 'text', nullable: true })
  problem!: string | null;
}
