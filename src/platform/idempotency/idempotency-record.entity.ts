import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigint } from '../database/columns.js';
import type { IdempotencyState } from './idempotency-store.port.js';

@Entity('idempotency_records')
@Index('ix_idempotency_records_expires_at', ['expiresAt'])
@Index('ix_idempotency_records_state', ['state'])
@Index('ix_idempotency_records_account_id', ['accountId'])
export class IdempotencyRecordEntity {
  @PrimaryColumn({ type: 'varchar', length: 80, primaryKeyConstraintName: 'pk_idempotency_records' })
  id!: string;

  @Column({ type: 'varchar', length: 80 })
  digest!: string;

  @Column({ type: 'varchar', length: 8 })
  state!: IdempotencyState;

  @Column({ type: 'text', nullable: true })
  answer!: string | null;

  @Column({ type: 'bigint', transformer: bigint })
  leaseUntil!: number;

  @Column({ type: 'bigint', transformer: bigint })
  expiresAt!: number;

  @Column({ type: 'varchar', length: 36, nullable: true })
  accountId!: string | null;

  @Column({ type: 'integer', default: 0 })
  answerBytes!: number;
}
