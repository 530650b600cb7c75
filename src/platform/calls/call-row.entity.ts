import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigint } from '../database/columns.js';

/** A call in the log. */
@Entity('calls')
@Index('ix_calls_account_id_at_id', ['accountId', 'at', 'id'])
@Index('ix_calls_at', ['at'])
@Index('ix_calls_request_id', ['requestId'])
export class CallRowEntity {
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_calls' })
  id!: string;

  @Column({ type: 'varchar', length: 36 })
  accountId!: string;

  @Column({ type: 'bigint', transformer: bigint })
  at!: number;

  @Column({ type: 'varchar', length: 128 })
  requestId!: string;

  @Column({ type: 'varchar', length: 36, nullable: true })
  userId!: string | null;

  /** How it went, as JSON. */
  @Column({ type: 'text' })
  data!: string;

  /** What went to servers and came back, as JSON, when that is kept. */
  @Column({ type: 'text', nullable: true })
  content!: string | null;
}
