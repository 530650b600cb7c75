import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { WorkflowRunEntity } from '../../runs/rows/workflow-run.entity.js';
import type { EntryKind } from './journal-entry.js';

@Entity('workflow_journal')
export class JournalEntryEntity {
  @PrimaryColumn({ type: 'varchar', length: 36, primaryKeyConstraintName: 'pk_workflow_journal' })
  @ForeignKey(() => WorkflowRunEntity, { name: 'fk_workflow_journal_run_id', onDelete: 'CASCADE' })
  runId!: string;

  /** Counts up in each run. */
  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'pk_workflow_journal' })
  place!: number;

  @Column({ type: 'varchar', length: 10 })
  kind!: EntryKind;

  /** Path in the document, unbounded like its nesting; nothing is looked up by it. */
  @Column({ type: 'text' })
  key!: string;

  @Column({ type: 'text' })
  value!: string;
}
