import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { AppEntity } from '../../apps/app.entity.js';
import { bigint } from '../../platform/database/columns.js';
import type { ToolFingerprint } from './tool-fingerprint.js';

@Entity('tool_pins')
@Index('ix_tool_pins_app_id', ['appId'])
export class ToolPinEntity {
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_tool_pins' })
  serverId!: string;

  @Column({ type: 'varchar', length: 36 })
  @ForeignKey(() => AppEntity, { name: 'fk_tool_pins_app_id', onDelete: 'CASCADE' })
  appId!: string;

  /** Name and fingerprint of each tool. */
  @Column({ type: 'simple-json' })
  tools!: readonly (readonly [string, ToolFingerprint])[];

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
