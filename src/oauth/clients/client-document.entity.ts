import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigint } from '../../platform/database/columns.js';
import type { AuthMethod } from './client.js';

@Entity('oauth_client_documents')
@Index('ix_oauth_client_documents_seen_at', ['seenAt'])
export class ClientDocumentEntity {
  /** Its address. */
  @PrimaryColumn({ type: 'varchar', length: 500, primaryKeyConstraintName: 'pk_oauth_client_documents' })
  id!: string;

  @Column({ type: 'varchar', length: 200 })
  name!: string;

  /** JSON. */
  @Column({ type: 'text' })
  redirectUris!: string;

  @Column({ type: 'varchar', length: 32 })
  authMethod!: AuthMethod;

  @Column({ type: 'varchar', length: 500, nullable: true })
  uri!: string | null;

  @Column({ type: 'bigint', transformer: bigint })
  fetchedAt!: number;

  @Column({ type: 'bigint', transformer: bigint })
  freshUntil!: number;

  @Column({ type: 'bigint', transformer: bigint })
  seenAt!: number;
}
