import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigint } from '../../platform/database/columns.js';

/** Append-only: triggers refuse a change, and to remove what is young. */
@Entity('audit_events')
@Index('ix_audit_events_account_id_id', ['accountId', 'id'])
@Index('ix_audit_events_account_id_action_id_bytes', ['accountId', 'action', 'id', 'bytes'])
export class AuditEventEntity {
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_audit_events' })
  id!: string;

  @Column({ type: 'bigint', transformer: bigint })
  at!: number;

  @Column({ type: 'varchar', length: 36 })
  accountId!: string;

  @Column({ type: 'varchar', length: 64 })
  action!: string;

  @Column({ type: 'varchar', length: 36, nullable: true })
  userId!: string | null;

  @Column({ type: 'varchar', length: 36, nullable: true })
  tokenId!: string | null;

  @Column({ type: 'varchar', length: 64, nullable: true })
  target!: string | null;

  @Column({ type: 'varchar', length: 64, nullable: true })
  address!: string | null;

  @Column({ type: 'varchar', length: 128, nullable: true })
  requestId!: string | null;

  @Column({ type: 'simple-json' })
  details!: Readonly<Record<string, unknown>>;

  /** About what it takes up in the database; 0 in events from before this was kept. */
  @Column({ type: 'integer', default: 0 })
  bytes!: number;
}
