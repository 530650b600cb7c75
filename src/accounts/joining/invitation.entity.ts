import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { Role } from '../../kernel/principal.js';
import { bigint } from '../../platform/database/columns.js';
import { AccountEntity } from '../people/account.entity.js';
import { UserEntity } from '../people/user.entity.js';

/** Open until it is accepted, which removes it. */
@Entity('invitations')
@Index('ux_invitations_code_digest', ['codeDigest'], { unique: true })
@Index('ix_invitations_account_id_email', ['accountId', 'email'])
@Index('ix_invitations_invited_by', ['invitedBy'])
@Index('ix_invitations_expires_at', ['expiresAt'])
export class InvitationEntity {
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_invitations' })
  id!: string;

  /** The account to join, or the one that invites to found a new one. */
  @Column({ type: 'varchar', length: 36 })
  @ForeignKey(() => AccountEntity, { name: 'fk_invitations_account_id', onDelete: 'CASCADE' })
  accountId!: string;

  @Column({ type: 'varchar', length: 100, nullable: true })
  newAccountName!: string | null;

  @Column({ type: 'varchar', length: 254 })
  email!: string;

  @Column({ type: 'varchar', length: 16 })
  role!: Role;

  /** The operator says that the address is that person's. */
  @Column({ type: 'boolean', default: false })
  vouched!: boolean;

  @Column({ type: 'varchar', length: 80 })
  codeDigest!: string;

  @Column({ type: 'varchar', length: 36 })
  @ForeignKey(() => UserEntity, { name: 'fk_invitations_invited_by', onDelete: 'CASCADE' })
  invitedBy!: string;

  @Column({ type: 'bigint', transformer: bigint })
  createdAt!: number;

  @Column({ type: 'bigint', transformer: bigint })
  expiresAt!: number;
}
