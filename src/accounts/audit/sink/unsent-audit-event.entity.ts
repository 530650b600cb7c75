import { Entity, JoinColumn, OneToOne, PrimaryColumn } from 'typeorm';
import { AuditEventEntity } from '../audit-event.entity.js';

/** An event that no sink has taken yet. The database makes the row when the event is written, and takes it away with it. */
@Entity('audit_unsent')
export class UnsentAuditEventEntity {
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_audit_unsent' })
  id!: string;

  @OneToOne(() => AuditEventEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'id', foreignKeyConstraintName: 'fk_audit_unsent_id' })
  event?: AuditEventEntity;
}
