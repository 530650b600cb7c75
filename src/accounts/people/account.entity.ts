import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigint } from '../../platform/database/columns.js';
import type { ConfigAccess } from './person.js';

@Entity('accounts')
@Index('ux_accounts_slug', ['slug'], { unique: true })
export class AccountEntity {
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_accounts' })
  id!: string;

  @Column({ type: 'varchar', length: 63 })
  slug!: string;

  @Column({ type: 'varchar', length: 100 })
  name!: string;

  /** Its members run this gateway. There is one such account. */
  @Column({ type: 'boolean' })
  operator!: boolean;

  /** Who may read and write the configs and secrets of its apps. */
  @Column({ type: 'varchar', length: 16, default: 'members' })
  configAccess!: ConfigAccess;

  /** Browsers are let in with a second factor only, or from an issuer. */
  @Column({ type: 'boolean', default: false })
  requireSecondFactor!: boolean;

  @Column({ type: 'bigint', transformer: bigint })
  createdAt!: number;
}
