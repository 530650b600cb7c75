import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../../accounts/people/user.entity.js';
import { bigint } from '../../platform/database/columns.js';
import { AppEntity } from './app.entity.js';

/** Written once, never changed. */
@Entity('app_config_versions')
@Index('ix_app_config_versions_author_id', ['authorId'])
export class AppConfigVersionEntity {
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_app_config_versions' })
  @ForeignKey(() => AppEntity, { name: 'fk_app_config_versions_app_id', onDelete: 'CASCADE' })
  appId!: string;

  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'pk_app_config_versions' })
  version!: number;

  /** JSON as it was written; empty once it is blanked. */
  @Column({ type: 'text' })
  content!: string;

  /** Of the content. */
  @Column({ type: 'integer', default: 0 })
  bytes!: number;

  @Column({ type: 'varchar', length: 64 })
  etag!: string;

  @Column({ type: 'varchar', length: 36, nullable: true })
  @ForeignKey(() => UserEntity, { name: 'fk_app_config_versions_author_id', onDelete: 'SET NULL' })
  authorId!: string | null;

  @Column({ type: 'varchar', length: 500, nullable: true })
  message!: string | null;

  @Column({ type: 'integer', nullable: true })
  restoredFrom!: number | null;

  @Column({ type: 'bigint', transformer: bigint })
  createdAt!: number;

  @Column({ type: 'bigint', transformer: bigint, nullable: true })
  blankedAt!: number | null;
}
