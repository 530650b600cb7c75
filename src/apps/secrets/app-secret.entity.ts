import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { bigint } from '../../platform/database/columns.js';
import { AppEntity } from '../app/app.entity.js';

@Entity('app_secrets')
export class AppSecretEntity {
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_app_secrets' })
  @ForeignKey(() => AppEntity, { name: 'fk_app_secrets_app_id', onDelete: 'CASCADE' })
  appId!: string;

  @PrimaryColumn({ type: 'varchar', length: 64, primaryKeyConstraintName: 'pk_app_secrets' })
  name!: string;

  /** AES-256-GCM, bound to app and name. */
  @Column({ type: 'text' })
  sealed!: string;

  /** Another one after each change of the value. */
  @Column({ type: 'varchar', length: 36 })
  version!: string;

  @Column({ type: 'bigint', transformer: bigint })
  createdAt!: number;

  @Column({ type: 'bigint', transformer: bigint })
  updatedAt!: number;
}
