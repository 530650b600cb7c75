import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { AccountEntity } from '../../accounts/people/account.entity.js';
import { bigint } from '../../platform/database/columns.js';

@Entity('apps')
@Index('ux_apps_account_id_slug', ['accountId', 'slug'], { unique: true })
@Index('ix_apps_account_id_id', ['accountId', 'id'])
export class AppEntity {
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_apps' })
  id!: string;

  @Column({ type: 'varchar', length: 36 })
  @ForeignKey(() => AccountEntity, { name: 'fk_apps_account_id', onDelete: 'CASCADE' })
  accountId!: string;

  @Column({ type: 'varchar', length: 63 })
  slug!: string;

  @Column({ type: 'varchar', length: 100 })
  name!: string;

  @Column({ type: 'varchar', length: 2000 })
  description!: string;

  /** Of the current config. */
  @Column({ type: 'integer' })
  configVersion!: number;

  /** Grows with every change of the app, its config or its secrets. */
  @Column({ type: 'integer' })
  revision!: number;

  @Column({ type: 'bigint', transformer: bigint })
  createdAt!: number;

  @Column({ type: 'bigint', transformer: bigint })
  updatedAt!: number;
}
