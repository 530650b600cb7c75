import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { bigint } from '../../platform/database/columns.js';
import type { TokenKind, TokenSource } from './access-token.js';
import { AccountEntity } from '../people/account.entity.js';
import { UserEntity } from '../people/user.entity.js';

@Entity('access_tokens')
@Index('ux_access_tokens_digest', ['digest'], { unique: true })
@Index('ix_access_tokens_account_id', ['accountId'])
@Index('ix_access_tokens_user_id', ['userId'])
@Index('ix_access_tokens_app_id', ['appId'])
@Index('ix_access_tokens_grant_id', ['grantId'])
@Index('ix_access_tokens_source_expires_at', ['source', 'expiresAt'])
export class AccessTokenEntity {
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_access_tokens' })
  id!: string;

  @Column({ type: 'varchar', length: 8 })
  kind!: TokenKind;

  @Column({ type: 'varchar', length: 16 })
  source!: TokenSource;

  @Column({ type: 'varchar', length: 36 })
  @ForeignKey(() => AccountEntity, { name: 'fk_access_tokens_account_id', onDelete: 'CASCADE' })
  accountId!: string;

  @Column({ type: 'varchar', length: 36, nullable: true })
  @ForeignKey(() => UserEntity, { name: 'fk_access_tokens_user_id', onDelete: 'CASCADE' })
  userId!: string | null;

  @Column({ type: 'varchar', length: 36, nullable: true })
  appId!: string | null;

  @Column({ type: 'varchar', length: 200 })
  name!: string;

  /** Of a key for a client, its slug. */
  @Column({ type: 'varchar', length: 40, nullable: true })
  client!: string | null;

  /** Of a program's token, its `client_id`. */
  @Column({ type: 'varchar', length: 500, nullable: true })
  oauthClient!: string | null;

  /** Of a program's token, `ogr_…`. */
  @Column({ type: 'varchar', length: 36, nullable: true })
  grantId!: string | null;

  /** What its grant is bound to, as `printReach` writes it. */
  @Column({ type: 'text', nullable: true })
  binding!: string | null;

  /** Of the token; the token itself is nowhere. */
  @Column({ type: 'varchar', length: 80 })
  digest!: string;

  @Column({ type: 'varchar', length: 24 })
  hint!: string;

  /** Separated by spaces. */
  @Column({ type: 'varchar', length: 200 })
  scopes!: string;

  @Column({ type: 'bigint', transformer: bigint })
  createdAt!: number;

  @Column({ type: 'bigint', nullable: true, transformer: bigint })
  expiresAt!: number | null;

  /** Unused for so long it dies. */
  @Column({ type: 'bigint', nullable: true, transformer: bigint })
  idleMs!: number | null;

  /** At most a minute behind. */
  @Column({ type: 'bigint', nullable: true, transformer: bigint })
  lastUsedAt!: number | null;

  @Column({ type: 'bigint', nullable: true, transformer: bigint })
  revokedAt!: number | null;
}
