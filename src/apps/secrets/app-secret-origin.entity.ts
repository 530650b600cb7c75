import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { bigint } from '../../platform/database/columns.js';
import { AppEntity } from '../app/app.entity.js';

const table = 'app_secret_origins';
const primary = { primaryKeyConstraintName: `pk_${table}` };

/** Where a secret may go. Belongs to the name: it outlives the value, so that nobody widens it by deleting and setting anew. */
@Entity(table)
export class AppSecretOriginEntity {
  @PrimaryColumn({ type: 'varchar', length: 36, ...primary })
  @ForeignKey(() => AppEntity, { name: `fk_${table}_app_id`, onDelete: 'CASCADE' })
  appId!: string;

  @PrimaryColumn({ type: 'varchar', length: 64, ...primary })
  name!: string;

  @PrimaryColumn({ type: 'varchar', length: 300, ...primary })
  origin!: string;

  @Column({ type: 'bigint', transformer: bigint })
  givenAt!: number;

  /** When a config in force first sent it there. */
  @Column({ type: 'bigint', transformer: bigint, nullable: true })
  usedAt!: number | null;
}
