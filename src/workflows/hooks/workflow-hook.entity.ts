import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { AppEntity } from '../../apps/app/app.entity.js';
import { bigint } from '../../platform/database/columns.js';
import type { VerifyKind } from './hook.js';

@Entity('workflow_hooks')
@Index('ux_workflow_hooks_digest', ['digest'], { unique: true })
@Index('ix_workflow_hooks_app_id_id', ['appId', 'id'])
export class WorkflowHookEntity {
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_workflow_hooks' })
  id!: string;

  @Column({ type: 'varchar', length: 36 })
  @ForeignKey(() => AppEntity, { name: 'fk_workflow_hooks_app_id', onDelete: 'CASCADE' })
  appId!: string;

  @Column({ type: 'varchar', length: 63 })
  workflow!: string;

  /** Of the secret in its address. */
  @Column({ type: 'varchar', length: 64 })
  digest!: string;

  @Column({ type: 'varchar', length: 16, nullable: true })
  verifyKind!: VerifyKind | null;

  /** Name of a secret of the app. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  verifySecret!: string | null;

  @Column({ type: 'varchar', length: 36 })
  createdBy!: string;

  @Column({ type: 'bigint', transformer: bigint })
  createdAt!: number;
}
