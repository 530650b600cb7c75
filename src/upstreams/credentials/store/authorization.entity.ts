import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../../../accounts/people/user.entity.js';
import { bigint } from '../../../platform/database/columns.js';

@Entity('upstream_authorizations')
@Index('ix_upstream_authorizations_user_id', ['userId'])
@Index('ix_upstream_authorizations_expires_at', ['expiresAt'])
export class AuthorizationEntity {
  /** Digest of `state`. */
  @PrimaryColumn({ type: 'varchar', length: 80, primaryKeyConstraintName: 'pk_upstream_authorizations' })
  id!: string;

  @Column({ type: 'varchar', length: 36 })
  @ForeignKey(() => UserEntity, { name: 'fk_upstream_authorizations_user_id', onDelete: 'CASCADE' })
  userId!: string;

  @Column({ type: 'varchar', length: 80 })
  sessionDigest!: string;

  @Column({ type: 'text' })
  sealed!: string;

  @Column({ type: 'bigint', transformer: bigint })
  createdAt!: number;

  @Column({ type: 'bigint', transformer: bigint })
  expiresAt!: number;
}
