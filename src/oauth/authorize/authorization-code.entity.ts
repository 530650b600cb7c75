import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { AccountEntity } from '../../accounts/people/account.entity.js';
import { UserEntity } from '../../accounts/people/user.entity.js';
import { bigint } from '../../platform/database/columns.js';

@Entity('oauth_codes')
@Index('ux_oauth_codes_digest', ['digest'], { unique: true })
@Index('ix_oauth_codes_user_id', ['userId'])
@Index('ix_oauth_codes_account_id', ['accountId'])
@Index('ix_oauth_codes_expires_at', ['expiresAt'])
export class AuthorizationCodeEntity {
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_oauth_codes' })
  id!: string;

  /** Of the code; the code itself is nowhere. */
  @Column({ type: 'varchar', length: 80 })
  digest!: string;

  @Column({ type: 'varchar', length: 36 })
  @ForeignKey(() => UserEntity, { name: 'fk_oauth_codes_user_id', onDelete: 'CASCADE' })
  userId!: string;

  @Column({ type: 'varchar', length: 36 })
  @ForeignKey(() => AccountEntity, { name: 'fk_oauth_codes_account_id', onDelete: 'CASCADE' })
  accountId!: string;

  /** JSON of an `Agreement`. */
  @Column({ type: 'text' })
  agreement!: string;

  @Column({ type: 'varchar', length: 2048 })
  redirectUri!: string;

  @Column({ type: 'varchar', length: 43 })
  challenge!: string;

  @Column({ type: 'bigint', transformer: bigint })
  createdAt!: number;

  @Column({ type: 'bigint', transformer: bigint })
  expiresAt!: number;

  @Column({ type: 'bigint', nullable: true, transformer: bigint })
  usedAt!: number | null;

  /** A grant that may be gone. */
  @Column({ type: 'varchar', length: 36, nullable: true })
  grantId!: string | null;

  @Column({ type: 'integer' })
  wrongVerifiers!: number;
}
