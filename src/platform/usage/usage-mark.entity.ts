import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigint } from '../database/columns.js';

/** Until when what a process has counted is in the database. */
@Entity('usage_marks')
export class UsageMarkEntity {
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_usage_marks' })
  process!: string;

  @Column({ type: 'bigint', transformer: bigint })
  at!: number;
}
