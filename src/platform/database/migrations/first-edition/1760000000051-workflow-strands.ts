import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { belongsTo, id, index, primary, textColumn, time } from '../../table-parts.js';

/** What the scale-out engine of workflows keeps beside the tables of DBOS: who carries out what, and who is alive. */
export class WorkflowStrands1760000000051 implements MigrationInterface {
  name = 'WorkflowStrands1760000000051';

  async up(runner: QueryRunner): Promise<void> {
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
    await runner.createTable(
      new Table({
        name: 'workflow_workers',
        columns: [id('id', primary('workflow_workers')), time('seenAt')],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('workflow_workers');
    await runner.dropTable('workflow_strands');
  }
}
