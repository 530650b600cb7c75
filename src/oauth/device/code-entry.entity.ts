import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../../accounts/people/user.entity.js';
import { bigint } from '../../platform/database/columns.js';

/** How often a user entered a wrong device code. */
@Entity('code_entries')
export class CodeEntryEntity {
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_code_entries' })
  @ForeignKey(() => UserEntity, { name: 'fk_code_entries_user_id', onDelete: 'CASCADE' })
  userId!: string;

  @Column({ type: 'integer' })
  wrong!: number;

  @Column({ type: 'bigint', transformer: bigint })
  since!: number;
}
