import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { Role } from '../../kernel/principal.js';
import { bigint } from '../../platform/database/columns.js';
import { AccountEntity } from './account.entity.js';
import { UserEntity } from './user.entity.js';

@Entity('memberships')
@Index('ix_memberships_user_id', ['userId'])
export class MembershipEntity {
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_memberships' })
  @ForeignKey(() => AccountEntity, { name: 'fk_memberships_account_id', onDelete: 'CASCADE' })
  accountId!: string;

  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_memberships' })
  @ForeignKey(() => UserEntity, { name: 'fk_memberships_user_id', onDelete: 'CASCADE' })
  userId!: string;

  @Column({ type: 'varchar', length: 16 })
  role!: Role;

  @Column({ type: 'bigint', transformer: bigint })
  createdAt!: number;
}
