import { Table, TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';
import { belongsTo, id, index, nullable, primary, textColumn, time } from '../../table-parts.js';

const ofRuns = new TableIndex(index('workflow_runs', ['startKey'], true));

/** Webhooks of workflows; a delivery that comes again begins no other run. */
export class WorkflowHooks1760000000501 implements MigrationInterface {
  name = 'WorkflowHooks1760000000501';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'workflow_hooks',
        columns: [
          id('id', primary('workflow_hooks')),
          id('appId'),
          textColumn('workflow', 63),
          textColumn('digest', 64),
          textColumn('verifyKind', 16, nullable),
          textColumn('verifySecret', 64, nullable),
          id('createdBy'),
          time('createdAt'),
        ],
        indices: [index('workflow_hooks', ['digest'], true), index('workflow_hooks', ['appId', 'id'])],
        foreignKeys: [belongsTo('workflow_hooks', 'appId', 'apps')],
      }),
    );
    await runner.query('ALTER TABLE workflow_runs ADD COLUMN "startKey" varchar(64)');
    await runner.createIndex('workflow_runs', ofRuns);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('workflow_runs', ofRuns);
    await runner.query('ALTER TABLE workflow_runs DROP COLUMN "startKey"');
    await runner.dropTable('workflow_hooks');
  }
}
