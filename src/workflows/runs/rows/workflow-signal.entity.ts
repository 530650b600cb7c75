import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { Role } from '../../../kernel/principal.js';
import { bigint } from '../../../platform/database/columns.js';
import { WorkflowRunEntity } from './workflow-run.entity.js';

@Entity('workflow_signals')
@Index('ix_workflow_signals_run_id_id', ['runId', 'id'])
export class WorkflowSignalEntity {
  /** Ids sort by age. */
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_workflow_signals' })
  id!: string;

  @Column({ type: 'varchar', length: 36 })
  @ForeignKey(() => WorkflowRunEntity, { name: 'fk_workflow_signals_run_id', onDelete: 'CASCADE' })
  runId!: string;

  @Column({ type: 'varchar', length: 128 })
  type!: string;

  @Column({ type: 'text' })
  data!: string;

  /** Id of a user or of a key. */
  @Column({ type: 'varchar', length: 36 })
  sender!: string;

  /** Whether a person sent it, and not a program. */
  @Column({ type: 'boolean' })
  byPerson!: boolean;

  /** Of the person, at that moment. */
  @Column({ type: 'varchar', length: 10, nullable: true })
  senderRole!: Role | null;

  /** Of an approval: the call that it was good for, see `approvedCall`. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  usedFor!: string | null;

  /** Of an approval that names no call: the one that it was waited for, a `BoundCall` as JSON. */
  @Column({ type: 'text', nullable: true })
  boundTo!: string | null;

  /** The event that it was made of. */
  @Column({ type: 'varchar', length: 36, nullable: true })
  eventId!: string | null;

  @Column({ type: 'bigint', transformer: bigint })
  at!: number;
}
