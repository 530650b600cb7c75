import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../people/user.entity.js';

/** What somebody can show once in place of a code of the authenticator: gone when it is used. */
@Entity('recovery_codes')
@Index('ix_recovery_codes_user_id', ['userId'])
export class RecoveryCodeEntity {
  /** Of person and code. */
  @PrimaryColumn({ type: 'varchar', length: 80, primaryKeyConstraintName: 'pk_recovery_codes' })
  digest!: string;

  @Column({ type: 'varchar', length: 36 })
  @ForeignKey(() => UserEntity, { name: 'fk_recovery_codes_user_id', onDelete: 'CASCADE' })
  userId!: string;
}
