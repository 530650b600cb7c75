import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigint } from '../../../platform/database/columns.js';
import type { LinkTransport } from '../../../mcp/wire/link.js';

@Entity('era_verdicts')
export class EraVerdictEntity {
  /** Digest of what the server is reached by. */
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_era_verdicts' })
  server!: string;

  @Column({ type: 'varchar', length: 16 })
  era!: 'legacy' | 'modern';

  @Column({ type: 'varchar', length: 16 })
  transport!: LinkTransport;

  /** Milliseconds since the epoch. */
  @Column({ type: 'bigint', transformer: bigint })
  decidedAt!: number;
}
