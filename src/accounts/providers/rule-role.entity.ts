import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { Role } from '../../kernel/principal.js';
import { bigint } from '../../platform/database/columns.js';
import { AccountEntity } from '../people/account.entity.js';
import { UserEntity } from '../people/user.entity.js';

/** What the rules of one issuer give somebody in an account. */
@Entity('rule_roles')
@Index('ix_rule_roles_account_id', ['accountId'])
@Index('ix_rule_roles_asleep_signed_in_at', ['asleep', 'signedInAt'])
export class RuleRoleEntity {
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_rule_roles' })
  @ForeignKey(() => UserEntity, { name: 'fk_rule_roles_user_id', onDelete: 'CASCADE' })
  userId!: string;

  @PrimaryColumn({ type: 'varchar', length: 500, primaryKeyConstraintName: 'pk_rule_roles' })
  issuer!: string;

  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_rule_roles' })
  @ForeignKey(() => AccountEntity, { name: 'fk_rule_roles_account_id', onDelete: 'CASCADE' })
  accountId!: string;

  @Column({ type: 'varchar', length: 16 })
  role!: Role;

  @Column({ type: 'boolean' })
  asleep!: boolean;

  /** The last sign-in at the issuer. */
  @Column({ type: 'bigint', transformer: bigint })
  signedInAt!: number;
}
