import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigint } from '../database/columns.js';

const primaryKeyConstraintName = 'pk_usage_hours';
const part = (length: number) => ({ type: 'varchar', length, primaryKeyConstraintName }) as const;
const count = { type: 'bigint', transformer: bigint } as const;

/** The calls of tools of one account in one hour that have all else in common; `''` where there is none. */
@Entity('usage_hours')
@Index('ix_usage_hours_hour', ['hour'])
export class UsageHourEntity {
  @PrimaryColumn(part(36))
  accountId!: string;

  /** Its beginning, milliseconds since the epoch. */
  @PrimaryColumn({ type: 'bigint', transformer: bigint, primaryKeyConstraintName })
  hour!: number;

  /** Handle. */
  @PrimaryColumn(part(130))
  server!: string;

  /** `server__tool`. */
  @PrimaryColumn(part(330))
  tool!: string;

  @PrimaryColumn(part(36))
  appId!: string;

  @PrimaryColumn(part(36))
  userId!: string;

  @PrimaryColumn(part(64))
  client!: string;

  @Column(count)
  calls!: number;

  @Column(count)
  errors!: number;

  @Column(count)
  ms!: number;

  @Column(count)
  bytes!: number;

  @Column(count)
  tokens!: number;
}
