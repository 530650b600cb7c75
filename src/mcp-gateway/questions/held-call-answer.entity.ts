import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigint } from '../../platform/database/columns.js';

@Entity('held_call_answers')
@Index('ix_held_call_answers_process_state', ['process', 'state'])
@Index('ix_held_call_answers_created_at', ['createdAt'])
export class HeldCallAnswerEntity {
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_held_call_answers' })
  id!: string;

  /** The process that holds the call. */
  @Column({ type: 'varchar', length: 36 })
  process!: string;

  @Column({ type: 'varchar', length: 8 })
  state!: 'asked' | 'taken' | 'done';

  /** Grows while the process that has taken it lives. */
  @Column({ type: 'integer' })
  beats!: number;

  /** Sealed: the call, its round and the answers. */
  @Column({ type: 'text' })
  answer!: string;

  /** Sealed: the result, the next questions, or a problem. */
  @Column({ type: 'text', nullable: true })
  outcome!: string | null;

  /** Milliseconds since the epoch. */
  @Column({ type: 'bigint', transformer: bigint })
  createdAt!: number;
}
