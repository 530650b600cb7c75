import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';
import { index } from '../../table-parts.js';

/** What rows of a table take up, by what is known of those that are there. */
interface Measured {
  readonly table: string;
  readonly type: 'integer' | 'bigint';
  readonly columns: string[];
  /** The index that this one takes the place of. */
  readonly former?: string[];
  /** Absent: the rows cannot be changed. */
  readonly bytes?: string;
}

const length = (...columns: string[]): string =>
  columns.map((column) => `coalesce(octet_length("${column}"), 0)`).join(' + ');
const ofRun = (table: string, bytes: string): string =>
  `(SELECT coalesce(sum(${bytes}), 0) FROM ${table} WHERE "runId" = workflow_runs.id)`;

const measured: readonly Measured[] = [
  {
    ...{ table: 'workflow_runs', type: 'bigint' },
    ...{ columns: ['accountId', 'id', 'endedAt', 'bytes'], former: ['accountId'] },
    bytes: `2000 + ${length('input', 'document', 'output', 'error')} + ${ofRun('workflow_journal', `120 + ${length('key', 'value')}`)}
      + ${ofRun('workflow_run_events', `160 + ${length('data')}`)} + ${ofRun('workflow_signals', `400 + ${length('data')}`)}`,
  },
  {
    ...{ table: 'workflow_events', type: 'integer' },
    ...{ columns: ['appId', 'at', 'bytes'], former: ['appId', 'at'] },
    bytes: `700 + ${length('event', 'correlation')}`,
  },
  {
    ...{ table: 'approvals', type: 'integer', columns: ['accountId', 'id', 'bytes'] },
    bytes: `1000 + ${length('sealed', 'caller', 'reason', 'note')}`,
  },
  {
    ...{ table: 'call_blocks', type: 'integer', columns: ['accountId', 'id', 'bytes'] },
    bytes: `400 + ${length('marks', 'data', 'contents')}`,
  },
  { table: 'audit_events', type: 'integer', columns: ['accountId', 'action', 'id', 'bytes'] },
];

/** What each row takes up, so that the rows of an account can be added up and the oldest be removed. */
export class StoredBytes1760000000800 implements MigrationInterface {
  name = 'StoredBytes1760000000800';

  async up(runner: QueryRunner): Promise<void> {
    for (const { table, type, columns, former, bytes } of measured) {
      await runner.query(`ALTER TABLE ${table} ADD COLUMN "bytes" ${type} NOT NULL DEFAULT 0`);
      if (bytes !== undefined) await runner.query(`UPDATE ${table} SET "bytes" = ${bytes}`);
      if (former !== undefined) await runner.dropIndex(table, nameOf(table, former));
      await runner.createIndex(table, new TableIndex(index(table, columns)));
    }
    const no = runner.dataSource.options.type === 'postgres' ? 'false' : '0';
    await runner.query(`ALTER TABLE workflow_runs ADD COLUMN "isRemoved" boolean NOT NULL DEFAULT ${no}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE workflow_runs DROP COLUMN "isRemoved"');
    for (const { table, columns, former } of measured) {
      await runner.dropIndex(table, nameOf(table, columns));
      if (former !== undefined) await runner.createIndex(table, new TableIndex(index(table, former)));
      await runner.query(`ALTER TABLE ${table} DROP COLUMN "bytes"`);
    }
  }
}

function nameOf(table: string, columns: string[]): string {
  return String(index(table, columns).name);
}
