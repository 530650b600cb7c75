import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { AccountEntity } from '../../../accounts/people/account.entity.js';
import { AppEntity } from '../../../apps/app/app.entity.js';
import { bigint } from '../../../platform/database/columns.js';
import type { RunStatus, StartKind } from '../run.js';

@Entity('workflow_runs')
@Index('ix_workflow_runs_account_id_id_ended_at_bytes', ['accountId', 'id', 'endedAt', 'bytes'])
@Index('ix_workflow_runs_app_id_id', ['appId', 'id'])
@Index('ix_workflow_runs_app_id_status_id', ['appId', 'status', 'id'])
@Index('ix_workflow_runs_app_id_workflow_id', ['appId', 'workflow', 'id'])
@Index('ix_workflow_runs_app_id_start_kind_id', ['appId', 'startKind', 'id'])
@Index('ix_workflow_runs_app_id_created_at', ['appId', 'createdAt'])
@Index('ix_workflow_runs_status_wake_at', ['status', 'wakeAt'])
@Index('ix_workflow_runs_wake_at', ['wakeAt'])
@Index('ix_workflow_runs_ended_at', ['endedAt'])
@Index('ix_workflow_runs_parent_id_id', ['parentId', 'id'])
@Index('ix_workflow_runs_root_id', ['rootId'])
@Index('ux_workflow_runs_start_key', ['startKey'], { unique: true })
@Index('ux_workflow_runs_body_key', ['bodyKey'], { unique: true })
export class WorkflowRunEntity {
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_workflow_runs' })
  id!: string;

  @Column({ type: 'varchar', length: 36 })
  @ForeignKey(() => AccountEntity, { name: 'fk_workflow_runs_account_id', onDelete: 'CASCADE' })
  accountId!: string;

  @Column({ type: 'varchar', length: 36 })
  @ForeignKey(() => AppEntity, { name: 'fk_workflow_runs_app_id', onDelete: 'CASCADE' })
  appId!: string;

  @Column({ type: 'varchar', length: 63 })
  workflow!: string;

  /** Of the document. */
  @Column({ type: 'varchar', length: 64 })
  version!: string;

  /** The version of the app's config that has the definition: it never changes. */
  @Column({ type: 'integer' })
  configVersion!: number;

  /** A definition of its own, where it has none of the config. */
  @Column({ type: 'text', nullable: true })
  document!: string | null;

  @Column({ type: 'varchar', length: 10 })
  status!: RunStatus;

  @Column({ type: 'text' })
  input!: string;

  @Column({ type: 'text', nullable: true })
  output!: string | null;

  @Column({ type: 'text', nullable: true })
  error!: string | null;

  /** Grows with each retry. */
  @Column({ type: 'integer' })
  attempt!: number;

  /** Grows whenever it is given to a process to carry it out: at its begin, at each retry, after each long wait. */
  @Column({ type: 'integer', default: 1 })
  dispatch!: number;

  /** Of the lease: whoever wrote it last may write what the run remembers. Unset on SQLite, where one process carries out all runs. */
  @Column({ type: 'varchar', length: 36, nullable: true })
  token!: string | null;

  /** The process that wrote the token last. */
  @Column({ type: 'varchar', length: 36, nullable: true })
  workerId!: string | null;

  /** How often in a row the process died over it. */
  @Column({ type: 'integer' })
  recoveries!: number;

  /** 1 for one that no run started, 2 for one that such a run started, and so on. */
  @Column({ type: 'integer', default: 1 })
  depth!: number;

  /** The run that has it as a step. */
  @Column({ type: 'varchar', length: 36, nullable: true })
  parentId!: string | null;

  /** The run that began all of this, by steps, calls and events of runs. */
  @Column({ type: 'varchar', length: 36, nullable: true })
  rootId!: string | null;

  /** Whether it goes on when its parent has ended. */
  @Column({ type: 'boolean', default: false })
  isDetached!: boolean;

  /** As whom it acts: the run may do what this token may, or the app of this id. */
  @Column({ type: 'varchar', length: 36 })
  tokenId!: string;

  @Column({ type: 'varchar', length: 36, nullable: true })
  userId!: string | null;

  /** What began it; unset in runs of older versions, which people and keys began. */
  @Column({ type: 'varchar', length: 10, nullable: true })
  startKind!: StartKind | null;

  /** More about what began it: a `RunStart` without its kind, as JSON. */
  @Column({ type: 'text', nullable: true })
  startDetails!: string | null;

  /** Digest of what asked for it, where the same may ask again: there is one run of each. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  startKey!: string | null;

  /** Digest of the signed body of the delivery that began it: there is one run of each. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  bodyKey!: string | null;

  @Column({ type: 'bigint', transformer: bigint })
  createdAt!: number;

  @Column({ type: 'bigint', nullable: true, transformer: bigint })
  endedAt!: number | null;

  /** When somebody asked it to stop. */
  @Column({ type: 'bigint', nullable: true, transformer: bigint })
  cancelledAt!: number | null;

  /** When somebody has to look at it. */
  @Column({ type: 'bigint', nullable: true, transformer: bigint })
  wakeAt!: number | null;

  /** About what it takes up in the database, with its journal, events and signals. */
  @Column({ type: 'bigint', transformer: bigint, default: 0 })
  bytes!: number;

  /** Some of its rows are gone: no reader finds it any more. */
  @Column({ type: 'boolean', default: false })
  isRemoved!: boolean;
}
