import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigint } from '../../platform/database/columns.js';
import type { AuthMethod } from './client.js';

@Entity('oauth_clients')
@Index('ix_oauth_clients_seen_at', ['seenAt'])
export class ClientEntity {
  @PrimaryColumn({ type: 'varchar', length: 64, primaryKeyConstraintName: 'pk_oauth_clients' })
  id!: string;

  @Column({ type: 'varchar', length: 16 })
  kind!: 'registered' | 'operator';

  @Column({ type: 'varchar', length: 200 })
  name!: string;

  /** JSON. */
  @Column({ type: 'text' })
  redirectUris!: string;

  @Column({ type: 'varchar', length: 32 })
  authMethod!: AuthMethod;

  @Column({ type: 'varchar', length: 500, nullable: true })
  uri!: string | null;

  @Column({ type: 'varchar', length: 80, nullable: true })
  secretDigest!: string | null;

  @Column({ type: 'bigint', transformer: bigint })
  createdAt!: number;

  @Column({ type: 'bigint', transformer: bigint })
  seenAt!: number;

  @Column({ type: 'bigint', nullable: true, transformer: bigint })
  usedAt!: number | null;
}
