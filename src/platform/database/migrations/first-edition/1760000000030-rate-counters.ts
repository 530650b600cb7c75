import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { index, primary, textColumn, time } from '../../table-parts.js';

/** Rate limits that several processes share. */
export class RateCounters1760000000030 implements MigrationInterface {
  name = 'RateCounters1760000000030';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'rate_counters',
        columns: [
          textColumn('key', 80, primary('rate_counters')),
          { name: 'points', type: 'integer' },
          time('expiresAt'),
        ],
        indices: [index('rate_counters', ['expiresAt'])],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('rate_counters');
  }
}
