import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { index, nullable, primary, textColumn, time } from '../../table-parts.js';

/** Requests with an `Idempotency-Key`, and their answers. */
export class Idempotency1760000000011 implements MigrationInterface {
  name = 'Idempotency1760000000011';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'idempotency_records',
        columns: [
          textColumn('id', 80, primary('idempotency_records')),
          textColumn('digest', 80),
          textColumn('state', 8),
          { name: 'answer', type: 'text', ...nullable },
          time('leaseUntil'),
          time('expiresAt'),
        ],
        indices: [index('idempotency_records', ['expiresAt']), index('idempotency_records', ['state'])],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('idempotency_records');
  }
}
