import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { bigint } from '../../platform/database/columns.js';
import { UserEntity } from '../people/user.entity.js';

/** Who a user is at an issuer, and what that said last. */
@Entity('provider_subjects')
@Index('ux_provider_subjects_user_id_issuer', ['userId', 'issuer'], { unique: true })
export class ProviderSubjectEntity {
  @PrimaryColumn({ type: 'varchar', length: 500, primaryKeyConstraintName: 'pk_provider_subjects' })
  issuer!: string;

  @PrimaryColumn({ type: 'varchar', length: 255, primaryKeyConstraintName: 'pk_provider_subjects' })
  subject!: string;

  @Column({ type: 'varchar', length: 36 })
  @ForeignKey(() => UserEntity, { name: 'fk_provider_subjects_user_id', onDelete: 'CASCADE' })
  userId!: string;

  @Column({ type: 'varchar', length: 32 })
  provider!: string;

  @Column({ type: 'bigint', transformer: bigint })
  signedInAt!: number;

  /** JSON. */
  @Column({ type: 'text' })
  claims!: string;

  /** JSON: those that matched. */
  @Column({ type: 'text' })
  rules!: string;
}
