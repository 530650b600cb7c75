import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { AccountEntity } from '../../accounts/people/account.entity.js';
import { bigint } from '../../platform/database/columns.js';

@Entity('approvals')
@Index('ix_approvals_account_id_state', ['accountId', 'state'])
@Index('ix_approvals_slot', ['slot'])
@Index('ix_approvals_expires_at', ['expiresAt'])
@Index('ix_approvals_account_id_id_bytes', ['accountId', 'id', 'bytes'])
export class ApprovalEntity {
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_approvals' })
  id!: string;

  @Column({ type: 'varchar', length: 36 })
  @ForeignKey(() => AccountEntity, { name: 'fk_approvals_account_id', onDelete: 'CASCADE' })
  accountId!: string;

  @Column({ type: 'varchar', length: 120 })
  holder!: string;

  @Column({ type: 'varchar', length: 36, nullable: true })
  userId!: string | null;

  @Column({ type: 'varchar', length: 36, nullable: true })
  appId!: string | null;

  @Column({ type: 'varchar', length: 64, nullable: true })
  slot!: string | null;

  @Column({ type: 'varchar', length: 64 })
  binding!: string;

  @Column({ type: 'varchar', length: 127 })
  server!: string;

  @Column({ type: 'varchar', length: 1024 })
  tool!: string;

  /** JSON: who asked. */
  @Column({ type: 'text' })
  caller!: string;

  @Column({ type: 'text' })
  sealed!: string;

  @Column({ type: 'boolean' })
  isEdited!: boolean;

  @Column({ type: 'varchar', length: 1000, nullable: true })
  reason!: string | null;

  /** The roles that decide, each between spaces. */
  @Column({ type: 'varchar', length: 32 })
  roles!: string;

  @Column({ type: 'boolean' })
  isForOperator!: boolean;

  @Column({ type: 'boolean' })
  exceptCaller!: boolean;

  @Column({ type: 'varchar', length: 8, default: 'app' })
  requiredBy!: 'operator' | 'app';

  /** JSON: what the way of the call says about who decides. */
  @Column({ type: 'text', nullable: true })
  terms!: string | null;

  @Column({ type: 'varchar', length: 8 })
  state!: 'waiting' | 'approved' | 'denied' | 'used';

  @Column({ type: 'text', nullable: true })
  note!: string | null;

  /** JSON: who decided. */
  @Column({ type: 'text', nullable: true })
  decidedBy!: string | null;

  @Column({ type: 'varchar', length: 36, nullable: true })
  runId!: string | null;

  @Column({ type: 'bigint', transformer: bigint })
  createdAt!: number;

  @Column({ type: 'bigint', transformer: bigint })
  expiresAt!: number;

  /** About what it takes up in the database. */
  @Column({ type: 'integer', default: 0 })
  bytes!: number;
}
