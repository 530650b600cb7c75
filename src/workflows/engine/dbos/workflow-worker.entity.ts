import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigint } from '../../../platform/database/columns.js';

/** A process that carries out runs. */
@Entity('workflow_workers')
export class WorkflowWorkerEntity {
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_workflow_workers' })
  id!: string;

  /** When it last said that it lives, by the clock of the database; 0 when it has left. */
  @Column({ type: 'bigint', transformer: bigint })
  seenAt!: number;
}
