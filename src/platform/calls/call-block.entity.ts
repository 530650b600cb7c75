import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigint } from '../database/columns.js';
import type { CallBlock } from './call-store.port.js';

/** Calls in the log that were written together. */
@Entity('call_blocks')
@Index('ix_call_blocks_account_id_last_at', ['accountId', 'lastAt'])
@Index('ix_call_blocks_last_at', ['lastAt'])
@Index('ix_call_blocks_account_id_id_bytes', ['accountId', 'id', 'bytes'])
export class CallBlockEntity implements CallBlock {
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_call_blocks' })
  id!: string;

  @Column({ type: 'varchar', length: 36 })
  accountId!: string;

  @Column({ type: 'bigint', transformer: bigint })
  firstAt!: number;

  @Column({ type: 'bigint', transformer: bigint })
  lastAt!: number;

  @Column({ type: 'text' })
  marks!: string;

  @Column({ type: 'text' })
  data!: string;

  @Column({ type: 'text', nullable: true })
  contents!: string | null;

  @Column({ type: 'integer', default: 0 })
  bytes!: number;
}
