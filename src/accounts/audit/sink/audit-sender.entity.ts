import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigint } from '../../../platform/database/columns.js';

/** The one row that tells which process sends, and how it goes. */
@Entity('audit_sender')
export class AuditSenderEntity {
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_audit_sender' })
  id!: string;

  @Column({ type: 'varchar', length: 36, nullable: true })
  holder!: string | null;

  @Column({ type: 'bigint', transformer: bigint })
  heldUntil!: number;

  @Column({ type: 'varchar', length: 300, nullable: true })
  failure!: string | null;

  @Column({ type: 'bigint', nullable: true, transformer: bigint })
  failingSince!: number | null;
}
