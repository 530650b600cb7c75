import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { bigint } from '../../platform/database/columns.js';
import { ProgramGrantEntity } from './program-grant.entity.js';

@Entity('oauth_families')
@Index('ux_oauth_families_handle_digest', ['handleDigest'], { unique: true })
@Index('ix_oauth_families_grant_id', ['grantId'])
@Index('ix_oauth_families_expires_at', ['expiresAt'])
export class GrantFamilyEntity {
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_oauth_families' })
  id!: string;

  @Column({ type: 'varchar', length: 36 })
  @ForeignKey(() => ProgramGrantEntity, { name: 'fk_oauth_families_grant_id', onDelete: 'CASCADE' })
  grantId!: string;

  @Column({ type: 'varchar', length: 80 })
  handleDigest!: string;

  @Column({ type: 'varchar', length: 80 })
  secretDigest!: string;

  @Column({ type: 'varchar', length: 80, nullable: true })
  formerDigest!: string | null;

  @Column({ type: 'bigint', nullable: true, transformer: bigint })
  rotatedAt!: number | null;

  /** Separated by spaces. */
  @Column({ type: 'varchar', length: 200 })
  scopes!: string;

  @Column({ type: 'bigint', transformer: bigint })
  createdAt!: number;

  @Column({ type: 'bigint', transformer: bigint })
  expiresAt!: number;

  @Column({ type: 'bigint', transformer: bigint })
  endsAt!: number;
}
