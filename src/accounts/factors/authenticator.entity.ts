import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { bigint } from '../../platform/database/columns.js';
import { UserEntity } from '../people/user.entity.js';

/** What makes the codes of a person. */
@Entity('authenticators')
export class AuthenticatorEntity {
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_authenticators' })
  @ForeignKey(() => UserEntity, { name: 'fk_authenticators_user_id', onDelete: 'CASCADE' })
  userId!: string;

  @Column({ type: 'varchar', length: 200 })
  sealed!: string;

  @Column({ type: 'bigint', transformer: bigint })
  createdAt!: number;

  /** `null` while it is being set up. */
  @Column({ type: 'bigint', nullable: true, transformer: bigint })
  confirmedAt!: number | null;

  /** Of time, of the last code that was used. */
  @Column({ type: 'bigint', transformer: bigint })
  lastStep!: number;
}
