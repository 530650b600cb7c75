import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { bigint } from '../../platform/database/columns.js';
import { UserEntity } from '../people/user.entity.js';

/** A browser that is signed in. */
@Entity('sessions')
@Index('ux_sessions_secret_digest', ['secretDigest'], { unique: true })
@Index('ix_sessions_user_id', ['userId'])
@Index('ix_sessions_expires_at', ['expiresAt'])
export class SessionEntity {
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_sessions' })
  id!: string;

  @Column({ type: 'varchar', length: 36 })
  @ForeignKey(() => UserEntity, { name: 'fk_sessions_user_id', onDelete: 'CASCADE' })
  userId!: string;

  /** Of the cookie's value. */
  @Column({ type: 'varchar', length: 80 })
  secretDigest!: string;

  /** From which it was signed in; `null` before this was kept, as the next two. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  address!: string | null;

  @Column({ type: 'varchar', length: 300, nullable: true })
  userAgent!: string | null;

  /** Id of the issuer, of a sign-in there. */
  @Column({ type: 'varchar', length: 32, nullable: true })
  provider!: string | null;

  /** Whether a second factor was shown. */
  @Column({ type: 'boolean', default: false })
  secondFactor!: boolean;

  /** Which: `totp`, `recovery`, or the id of a passkey; `null` before this was kept. */
  @Column({ type: 'varchar', length: 36, nullable: true })
  factor!: string | null;

  @Column({ type: 'bigint', transformer: bigint })
  createdAt!: number;

  @Column({ type: 'bigint', transformer: bigint })
  expiresAt!: number;
}
