import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { AccountEntity } from '../../../accounts/people/account.entity.js';
import { AppEntity } from '../../../apps/app/app.entity.js';
import { bigint } from '../../../platform/database/columns.js';
import type { StepUp } from './credential.js';

@Entity('upstream_credentials')
@Index('ux_upstream_credentials_server_id_owner_key', ['serverId', 'ownerKey'], { unique: true })
@Index('ix_upstream_credentials_account_id', ['accountId'])
@Index('ix_upstream_credentials_app_id', ['appId'])
export class CredentialEntity {
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_upstream_credentials' })
  id!: string;

  @Column({ type: 'varchar', length: 36 })
  serverId!: string;

  @Column({ type: 'varchar', length: 80 })
  ownerKey!: string;

  /** Null: the operator's, for all accounts. */
  @Column({ type: 'varchar', length: 36, nullable: true })
  @ForeignKey(() => AccountEntity, { name: 'fk_upstream_credentials_account_id', onDelete: 'CASCADE' })
  accountId!: string | null;

  @Column({ type: 'varchar', length: 36, nullable: true })
  @ForeignKey(() => AppEntity, { name: 'fk_upstream_credentials_app_id', onDelete: 'CASCADE' })
  appId!: string | null;

  @Column({ type: 'varchar', length: 16 })
  ownerKind!: 'account' | 'person' | 'app';

  @Column({ type: 'varchar', length: 36, nullable: true })
  ownerId!: string | null;

  @Column({ type: 'varchar', length: 16 })
  state!: 'ok' | 'needs_auth';

  @Column({ type: 'integer' })
  version!: number;

  @Column({ type: 'bigint', transformer: bigint })
  leaseUntil!: number;

  @Column({ type: 'text', nullable: true })
  sealed!: string | null;

  @Column({ type: 'text' })
  address!: string;

  @Column({ type: 'varchar', length: 2048 })
  issuer!: string;

  @Column({ type: 'varchar', length: 2048 })
  clientId!: string;

  @Column({ type: 'varchar', length: 2048, nullable: true })
  resource!: string | null;

  /** Separated by spaces. */
  @Column({ type: 'text' })
  scopes!: string;

  @Column({ type: 'text', nullable: true })
  wantedScopes!: string | null;

  @Column({ type: 'simple-json' })
  stepUps!: readonly StepUp[];

  @Column({ type: 'bigint', nullable: true, transformer: bigint })
  issuedAt!: number | null;

  @Column({ type: 'bigint', nullable: true, transformer: bigint })
  expiresAt!: number | null;

  @Column({ type: 'bigint', transformer: bigint })
  connectedAt!: number;

  @Column({ type: 'varchar', length: 500, nullable: true })
  lastError!: string | null;
}
