import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { belongsTo, id, index, nullable, primary, textColumn, time } from '../../table-parts.js';

const integer = (name: string) => ({ name, type: 'integer', default: 0 });

/** Workflows that begin by time, and what began each run. */
export class WorkflowSchedules1760000000500 implements MigrationInterface {
  name = 'WorkflowSchedules1760000000500';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'workflow_schedules',
        columns: [
          id('appId', primary('workflow_schedules')),
          textColumn('workflow', 63, primary('workflow_schedules')),
          { name: 'schedule', type: 'text', ...nullable },
          { name: 'paused', type: 'boolean', ...nullable },
          integer('revision'),
          time('anchorAt'),
          time('nextAt', nullable),
          time('wakeAt', nullable),
          { name: 'queue', type: 'text' },
          integer('skipped'),
          time('lastAt', nullable),
          id('lastRunId', nullable),
          { name: 'problem', type: 'text', ...nullable },
        ],
        indices: [index('workflow_schedules', ['wakeAt'])],
        foreignKeys: [belongsTo('workflow_schedules', 'appId', 'apps')],
      }),
    );
    await runner.query('ALTER TABLE workflow_runs ADD COLUMN "startKind" varchar(10)');
    await runner.query('ALTER TABLE workflow_runs ADD COLUMN "startDetails" text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE workflow_runs DROP COLUMN "startDetails"');
    await runner.query('ALTER TABLE workflow_runs DROP COLUMN "startKind"');
    await runner.dropTable('workflow_schedules');
  }
}
