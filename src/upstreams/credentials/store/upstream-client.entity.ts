import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigint } from '../../../platform/database/columns.js';

@Entity('upstream_clients')
export class UpstreamClientEntity {
  /** Digest of issuer and return address, which are too long for a key. */
  @PrimaryColumn({ type: 'varchar', length: 80, primaryKeyConstraintName: 'pk_upstream_clients' })
  id!: string;

  @Column({ type: 'varchar', length: 2048 })
  issuer!: string;

  @Column({ type: 'varchar', length: 2048 })
  redirectUri!: string;

  @Column({ type: 'varchar', length: 2048 })
  clientId!: string;

  @Column({ type: 'text' })
  sealed!: string;

  @Column({ type: 'bigint', transformer: bigint })
  createdAt!: number;

  @Column({ type: 'bigint', nullable: true, transformer: bigint })
  expiresAt!: number | null;
}
