import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigint } from '../../platform/database/columns.js';

/** What a browser was asked to sign: gone when it is answered. */
@Entity('passkey_challenges')
@Index('ix_passkey_challenges_expires_at', ['expiresAt'])
export class PasskeyChallengeEntity {
  /** Of the challenge and whose it is. */
  @PrimaryColumn({ type: 'varchar', length: 80, primaryKeyConstraintName: 'pk_passkey_challenges' })
  digest!: string;

  @Column({ type: 'bigint', transformer: bigint })
  expiresAt!: number;
}
