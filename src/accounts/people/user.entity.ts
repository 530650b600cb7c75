import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigint } from '../../platform/database/columns.js';

@Entity('users')
@Index('ux_users_email_realm', ['email', 'realm'], { unique: true })
export class UserEntity {
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_users' })
  id!: string;

  /** Lower case. */
  @Column({ type: 'varchar', length: 254 })
  email!: string;

  /** The account in which the address names this user; empty where it is verified and does so everywhere. */
  @Column({ type: 'varchar', length: 36, default: '' })
  realm!: string;

  @Column({ type: 'varchar', length: 100 })
  name!: string;

  /** Argon2id in PHC form; none before the user is set up. */
  @Column({ type: 'varchar', length: 200, nullable: true })
  passwordHash!: string | null;

  /** Of the code in the `/setup` link, while that is open. */
  @Column({ type: 'varchar', length: 80, nullable: true })
  setupCodeDigest!: string | null;

  /** When the password last changed; what was approved before is good no more. */
  @Column({ type: 'bigint', nullable: true, transformer: bigint })
  securedAt!: number | null;

  @Column({ type: 'bigint', transformer: bigint })
  createdAt!: number;
}
