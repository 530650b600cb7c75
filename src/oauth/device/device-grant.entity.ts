import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { AccountEntity } from '../../accounts/people/account.entity.js';
import { UserEntity } from '../../accounts/people/user.entity.js';
import { bigint } from '../../platform/database/columns.js';
import type { GrantState } from './device-grant.js';

@Entity('device_grants')
@Index('ux_device_grants_device_code_digest', ['deviceCodeDigest'], { unique: true })
@Index('ux_device_grants_user_code_digest', ['userCodeDigest'], { unique: true })
@Index('ix_device_grants_user_id', ['userId'])
@Index('ix_device_grants_account_id', ['accountId'])
@Index('ix_device_grants_expires_at', ['expiresAt'])
export class DeviceGrantEntity {
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_device_grants' })
  id!: string;

  @Column({ type: 'varchar', length: 80 })
  deviceCodeDigest!: string;

  @Column({ type: 'varchar', length: 80 })
  userCodeDigest!: string;

  @Column({ type: 'varchar', length: 100, nullable: true })
  clientId!: string | null;

  /** Separated by spaces. */
  @Column({ type: 'varchar', length: 200 })
  scopes!: string;

  @Column({ type: 'varchar', length: 100, nullable: true })
  deviceName!: string | null;

  @Column({ type: 'varchar', length: 100, nullable: true })
  deviceOs!: string | null;

  @Column({ type: 'varchar', length: 100, nullable: true })
  deviceVersion!: string | null;

  @Column({ type: 'varchar', length: 64 })
  address!: string;

  @Column({ type: 'varchar', length: 16 })
  state!: GrantState;

  @Column({ type: 'integer' })
  interval!: number;

  @Column({ type: 'bigint', nullable: true, transformer: bigint })
  polledAt!: number | null;

  @Column({ type: 'varchar', length: 36, nullable: true })
  @ForeignKey(() => UserEntity, { name: 'fk_device_grants_user_id', onDelete: 'CASCADE' })
  userId!: string | null;

  @Column({ type: 'varchar', length: 36, nullable: true })
  @ForeignKey(() => AccountEntity, { name: 'fk_device_grants_account_id', onDelete: 'CASCADE' })
  accountId!: string | null;

  @Column({ type: 'bigint', nullable: true, transformer: bigint })
  decidedAt!: number | null;

  @Column({ type: 'bigint', transformer: bigint })
  createdAt!: number;

  @Column({ type: 'bigint', transformer: bigint })
  expiresAt!: number;
}
