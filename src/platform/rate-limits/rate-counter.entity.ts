import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigint } from '../database/columns.js';

@Entity('rate_counters')
@Index('ix_rate_counters_expires_at', ['expiresAt'])
export class RateCounterEntity {
  @PrimaryColumn({ type: 'varchar', length: 80, primaryKeyConstraintName: 'pk_rate_counters' })
  key!: string;

  @Column({ type: 'integer' })
  points!: number;

  @Column({ type: 'bigint', transformer: bigint })
  expiresAt!: number;
}
