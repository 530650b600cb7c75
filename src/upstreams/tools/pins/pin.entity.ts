import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { AppEntity } from '../../../apps/app/app.entity.js';
import { bigint } from '../../../platform/database/columns.js';
import type { Fingerprint, PinKind } from './fingerprint.js';

@Entity('pins')
@Index('ix_pins_app_id', ['appId'])
export class PinEntity {
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_pins' })
  serverId!: string;

  @PrimaryColumn({ type: 'varchar', length: 16, primaryKeyConstraintName: 'pk_pins' })
  kind!: PinKind;

  @Column({ type: 'varchar', length: 36 })
  @ForeignKey(() => AppEntity, { name: 'fk_pins_app_id', onDelete: 'CASCADE' })
  appId!: string;

  /** Name and fingerprint of each thing. */
  @Column({ type: 'simple-json' })
  items!: readonly (readonly [string, Fingerprint])[];

  @Column({ type: 'integer' })
  version!: number;

  @Column({ type: 'bigint', transformer: bigint })
  pinnedAt!: number;

  /** User who accepted; null at first sight. */
  @Column({ type: 'varchar', length: 36, nullable: true })
  acceptedBy!: string | null;

  /** Digest of the last set whose drift was reported. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  reported!: string | null;
}
