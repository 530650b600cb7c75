import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigint } from '../../../platform/database/columns.js';

@Entity('used_approvals')
@Index('ix_used_approvals_expires_at', ['expiresAt'])
export class UsedApprovalEntity {
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_used_approvals' })
  id!: string;

  @Column({ type: 'bigint', transformer: bigint })
  expiresAt!: number;
}
