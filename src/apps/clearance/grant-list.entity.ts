import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { AccountEntity } from '../../accounts/people/account.entity.js';

/** The list of grants of an account. */
@Entity('grant_lists')
export class GrantListEntity {
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_grant_lists' })
  @ForeignKey(() => AccountEntity, { name: 'fk_grant_lists_account_id', onDelete: 'CASCADE' })
  accountId!: string;

  /** Grows with every change. */
  @Column({ type: 'integer' })
  revision!: number;
}
