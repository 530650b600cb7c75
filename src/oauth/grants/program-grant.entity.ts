import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { AccountEntity } from '../../accounts/people/account.entity.js';
import { UserEntity } from '../../accounts/people/user.entity.js';
import { bigint } from '../../platform/database/columns.js';
import type { GrantedProgram } from './program-grant.js';

@Entity('oauth_grants')
@Index('ux_oauth_grants_identity_digest', ['identityDigest'], { unique: true })
@Index('ix_oauth_grants_account_id', ['accountId'])
@Index('ix_oauth_grants_user_id', ['userId'])
@Index('ix_oauth_grants_client_id', ['clientId'])
@Index('ix_oauth_grants_expires_at', ['expiresAt'])
export class ProgramGrantEntity {
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_oauth_grants' })
  id!: string;

  /** SHA-256 of what tells it from all others. */
  @Column({ type: 'varchar', length: 64 })
  identityDigest!: string;

  @Column({ type: 'varchar', length: 36 })
  @ForeignKey(() => AccountEntity, { name: 'fk_oauth_grants_account_id', onDelete: 'CASCADE' })
  accountId!: string;

  @Column({ type: 'varchar', length: 36 })
  @ForeignKey(() => UserEntity, { name: 'fk_oauth_grants_user_id', onDelete: 'CASCADE' })
  userId!: string;

  @Column({ type: 'varchar', length: 500 })
  clientId!: string;

  @Column({ type: 'varchar', length: 200 })
  clientName!: string;

  @Column({ type: 'varchar', length: 16 })
  clientKind!: GrantedProgram['kind'];

  @Column({ type: 'varchar', length: 255, nullable: true })
  clientHost!: string | null;

  @Column({ type: 'varchar', length: 2048 })
  returnHost!: string;

  /** JSON of a `GrantedReach`. */
  @Column({ type: 'text' })
  reach!: string;

  /** Separated by spaces. */
  @Column({ type: 'varchar', length: 200 })
  scopes!: string;

  @Column({ type: 'bigint', transformer: bigint })
  createdAt!: number;

  @Column({ type: 'bigint', nullable: true, transformer: bigint })
  lastUsedAt!: number | null;

  @Column({ type: 'bigint', transformer: bigint })
  expiresAt!: number;
}
