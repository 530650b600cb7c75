import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigint } from '../../platform/database/columns.js';

/** A server that was published at run time. */
@Entity('published_servers')
export class PublishedServerEntity {
  @PrimaryColumn({ type: 'varchar', length: 63, primaryKeyConstraintName: 'pk_published_servers' })
  name!: string;

  /** The declaration as JSON, sealed for this name. */
  @Column({ type: 'text' })
  sealed!: string;

  /** Another one after each change. */
  @Column({ type: 'varchar', length: 36 })
  revision!: string;

  @Column({ type: 'bigint', transformer: bigint })
  createdAt!: number;

  @Column({ type: 'bigint', transformer: bigint })
  updatedAt!: number;
}
