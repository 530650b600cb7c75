import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { WorkflowRunEntity } from '../../runs/workflow-run.entity.js';

/** A run, or a branch of one, that some process carries out. */
@Entity('workflow_strands')
@Index('ix_workflow_strands_run_id', ['runId'])
export class WorkflowStrandEntity {
  @PrimaryColumn({ type: 'varchar', length: 300, primaryKeyConstraintName: 'pk_workflow_strands' })
  id!: string;

  @Column({ type: 'varchar', length: 36 })
  @ForeignKey(() => WorkflowRunEntity, { name: 'fk_workflow_strands_run_id', onDelete: 'CASCADE' })
  runId!: string;

  /** Of the execution that may write. */
  @Column({ type: 'varchar', length: 36 })
  token!: string;

  @Column({ type: 'boolean' })
  open!: boolean;

  /** In the strand of a whole run: number of the last event. */
  @Column({ type: 'integer' })
  seq!: number;

  /** The same for the journal. */
  @Column({ type: 'integer' })
  place!: number;
}
