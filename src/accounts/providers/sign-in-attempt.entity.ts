import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigint } from '../../platform/database/columns.js';

/** Somebody who was sent to an issuer and is not back yet. */
@Entity('sign_in_attempts')
@Index('ix_sign_in_attempts_expires_at', ['expiresAt'])
export class SignInAttemptEntity {
  /** Of the state and the browser's cookie together. */
  @PrimaryColumn({ type: 'varchar', length: 80, primaryKeyConstraintName: 'pk_sign_in_attempts' })
  stateDigest!: string;

  @Column({ type: 'varchar', length: 32 })
  provider!: string;

  @Column({ type: 'text' })
  next!: string;

  @Column({ type: 'varchar', length: 80, nullable: true })
  invitationDigest!: string | null;

  @Column({ type: 'bigint', transformer: bigint })
  expiresAt!: number;
}
