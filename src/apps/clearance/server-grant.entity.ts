import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { MembershipEntity } from '../../accounts/people/membership.entity.js';
import { bigint } from '../../platform/database/columns.js';
import { AppEntity } from '../app/app.entity.js';
import { GrantListEntity } from './grant-list.entity.js';

/** A grant; it goes with the membership or the app that it names. */
@Entity('server_grants')
@Index('ix_server_grants_account_id_place', ['accountId', 'place'])
@Index('ix_server_grants_account_id_member', ['accountId', 'member'])
@Index('ix_server_grants_app', ['app'])
@ForeignKey(() => MembershipEntity, ['accountId', 'member'], ['accountId', 'userId'], {
  name: 'fk_server_grants_member',
  onDelete: 'CASCADE',
})
export class ServerGrantEntity {
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_server_grants' })
  @ForeignKey(() => GrantListEntity, { name: 'fk_server_grants_account_id', onDelete: 'CASCADE' })
  accountId!: string;

  @PrimaryColumn({ type: 'varchar', length: 64, primaryKeyConstraintName: 'pk_server_grants' })
  digest!: string;

  /** In the order of the list. */
  @Column({ type: 'bigint', transformer: bigint })
  place!: number;

  @Column({ type: 'varchar', length: 36, nullable: true })
  member!: string | null;

  @Column({ type: 'varchar', length: 36, nullable: true })
  @ForeignKey(() => AppEntity, { name: 'fk_server_grants_app', onDelete: 'CASCADE' })
  app!: string | null;

  /** JSON. */
  @Column({ type: 'text' })
  content!: string;
}
