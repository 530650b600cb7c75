import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { bigint } from '../../platform/database/columns.js';
import { AccountEntity } from '../people/account.entity.js';
import { UserEntity } from '../people/user.entity.js';

/** A link by which somebody sets a new password: gone when it is used. */
@Entity('password_resets')
@Index('ux_password_resets_code_digest', ['codeDigest'], { unique: true })
@Index('ix_password_resets_account_id', ['accountId'])
@Index('ix_password_resets_created_by', ['createdBy'])
@Index('ix_password_resets_expires_at', ['expiresAt'])
export class PasswordResetEntity {
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_password_resets' })
  @ForeignKey(() => UserEntity, { name: 'fk_password_resets_user_id', onDelete: 'CASCADE' })
  userId!: string;

  @Column({ type: 'varchar', length: 80 })
  codeDigest!: string;

  /** In which `createdBy` made it. */
  @Column({ type: 'varchar', length: 36 })
  @ForeignKey(() => AccountEntity, { name: 'fk_password_resets_account_id', onDelete: 'CASCADE' })
  accountId!: string;

  @Column({ type: 'varchar', length: 36 })
  @ForeignKey(() => UserEntity, { name: 'fk_password_resets_created_by', onDelete: 'CASCADE' })
  createdBy!: string;

  /** Its use takes the second factor away too. */
  @Column({ type: 'boolean', default: false })
  factor!: boolean;

  @Column({ type: 'bigint', transformer: bigint })
  createdAt!: number;

  @Column({ type: 'bigint', transformer: bigint })
  expiresAt!: number;
}
