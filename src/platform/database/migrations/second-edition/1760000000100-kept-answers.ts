import { TableColumn, TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';
import { id, index, nullable } from '../../table-parts.js';

const table = 'idempotency_records';

/** Whose stored answers are, and how much they take up. */
export class KeptAnswers1760000000100 implements MigrationInterface {
  name = 'KeptAnswers1760000000100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumns(table, [
      new TableColumn(id('accountId', nullable)),
      new TableColumn({ name: 'answerBytes', type: 'integer', default: 0 }),
    ]);
    await runner.createIndex(table, new TableIndex(index(table, ['accountId'])));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex(table, 'ix_idempotency_records_account_id');
    await runner.dropColumns(table, ['accountId', 'answerBytes']);
  }
}
