import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { bigint } from '../../platform/database/columns.js';
import { UserEntity } from '../people/user.entity.js';

/** A passkey of a person: the public half of it. */
@Entity('passkeys')
@Index('ux_passkeys_credential_id', ['credentialId'], { unique: true })
@Index('ix_passkeys_user_id', ['userId'])
export class PasskeyEntity {
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_passkeys' })
  id!: string;

  @Column({ type: 'varchar', length: 36 })
  @ForeignKey(() => UserEntity, { name: 'fk_passkeys_user_id', onDelete: 'CASCADE' })
  userId!: string;

  @Column({ type: 'varchar', length: 1400 })
  credentialId!: string;

  @Column({ type: 'varchar', length: 2000 })
  publicKey!: string;

  @Column({ type: 'bigint', transformer: bigint })
  counter!: number;

  @Column({ type: 'simple-json' })
  transports!: readonly string[];

  @Column({ type: 'varchar', length: 100 })
  name!: string;

  @Column({ type: 'bigint', transformer: bigint })
  createdAt!: number;

  @Column({ type: 'bigint', nullable: true, transformer: bigint })
  lastUsedAt!: number | null;
}
