import { Table, TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';
import { id, index, primary, textColumn, time } from '../../table-parts.js';

/** What accounts use, by the hour, and until when each process has written it. */
export class UsageHours1760000000320 implements MigrationInterface {
  name = 'UsageHours1760000000320';

  async up(runner: QueryRunner): Promise<void> {
    const key = primary('usage_hours');
    await runner.createTable(
      new Table({
        name: 'usage_hours',
        columns: [
          ...[id('accountId', key), time('hour', key), textColumn('server', 130, key)],
          ...[
            textColumn('tool', 330, key),
            id('appId', key),
            id('userId', key),
            textColumn('client', 64, key),
          ],
          ...['calls', 'errors', 'ms', 'bytes', 'tokens'].map((name) => ({ name, type: 'bigint' })),
        ],
      }),
    );
    await runner.createIndex('usage_hours', new TableIndex(index('usage_hours', ['hour'])));
    await runner.createTable(
      new Table({ name: 'usage_marks', columns: [id('process', primary('usage_marks')), time('at')] }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('usage_marks');
    await runner.dropTable('usage_hours');
  }
}
