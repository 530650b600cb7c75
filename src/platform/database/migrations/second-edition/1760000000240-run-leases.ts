import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { belongsTo, id, index, primary, textColumn } from '../../table-parts.js';

/**
 * Who may write what a run remembers stands in its own row. Processes of an older version that still run find their table gone and write no
 * more; their runs are given away anew, with a number that they have not given.
 */
export class RunLeases1760000000240 implements MigrationInterface {
  name = 'RunLeases1760000000240';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE workflow_runs ADD COLUMN "dispatch" integer NOT NULL DEFAULT 1');
    await runner.query('ALTER TABLE workflow_runs ADD COLUMN "token" varchar(36)');
    await runner.query('UPDATE workflow_runs SET "dispatch" = "attempt" + 1');
    await runner.dropTable('workflow_strands');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'workflow_strands',
        columns: [
          textColumn('id', 300, primary('workflow_strands')),
          id('runId'),
          id('token'),
          { name: 'open', type: 'boolean' },
          { name: 'seq', type: 'integer' },
          { name: 'place', type: 'integer' },
        ],
        indices: [index('workflow_strands', ['runId'])],
        foreignKeys: [belongsTo('workflow_strands', 'runId', 'workflow_runs')],
      }),
    );
    await runner.query('ALTER TABLE workflow_runs DROP COLUMN "token"');
    await runner.query('ALTER TABLE workflow_runs DROP COLUMN "dispatch"');
  }
}
