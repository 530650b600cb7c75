import { Table, TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';
import { id, index, nullable, primary, textColumn, time } from '../../table-parts.js';

/** How calls went, and what they said where that is kept. */
export class Calls1760000000321 implements MigrationInterface {
  name = 'Calls1760000000321';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'calls',
        columns: [
          ...[id('id', primary('calls')), id('accountId'), time('at'), textColumn('requestId', 128)],
          ...[id('userId', nullable), { name: 'data', type: 'text' }],
          { name: 'content', type: 'text', isNullable: true },
        ],
      }),
    );
    for (const columns of [['accountId', 'at', 'id'], ['at'], ['requestId']])
      await runner.createIndex('calls', new TableIndex(index('calls', columns)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('calls');
  }
}
