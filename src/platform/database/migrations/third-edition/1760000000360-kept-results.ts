import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { id, index, primary, time } from '../../table-parts.js';

const table = 'kept_results';

/** Results of tools that callers may read after the call. */
export class KeptResults1760000000360 implements MigrationInterface {
  name = 'KeptResults1760000000360';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: table,
        columns: [
          id('id', primary(table)),
          id('accountId'),
          { name: 'bytes', type: 'integer' },
          time('expiresAt'),
          { name: 'sealed', type: 'text' },
        ],
        indices: [index(table, ['accountId']), index(table, ['expiresAt'])],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(table);
  }
}
