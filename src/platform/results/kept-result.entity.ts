import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigint } from '../database/columns.js';

@Entity('kept_results')
@Index('ix_kept_results_account_id', ['accountId'])
@Index('ix_kept_results_expires_at', ['expiresAt'])
export class KeptResultEntity {
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_kept_results' })
  id!: string;

  @Column({ type: 'varchar', length: 36 })
  accountId!: string;

  @Column({ type: 'integer' })
  bytes!: number;

  @Column({ type: 'bigint', transformer: bigint })
  expiresAt!: number;

  @Column({ type: 'text' })
  sealed!: string;
}
