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

  /** What an invitation or the first start gave; `null` where rules of issuers alone do. */
  @Column({ type: 'varchar', length: 16, nullable: true })
  givenRole!: Role | null;

  /** All that gave it are rules of issuers at which the person has not signed in for long. */
  @Column({ type: 'boolean', default: false })
  asleep!: boolean;

  @Column({ type: 'bigint', transformer: bigint })
  createdAt!: number;
}
