import { Table, TableForeignKey, type MigrationInterface, type QueryRunner } from 'typeorm';
import { belongsTo, id, index, nullable, primary, textColumn, time } from '../../table-parts.js';

const integer = (name: string, more = {}) => ({ name, type: 'integer', ...more });
const text = (name: string) => ({ name, type: 'text' });

/** Events of apps, what waits for them, and what they begin. */
export class WorkflowEvents1760000000610 implements MigrationInterface {
  name = 'WorkflowEvents1760000000610';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'workflow_events',
        columns: [
          id('id', primary('workflow_events')),
          id('appId'),
          textColumn('type', 128),
          ...[text('event'), text('correlation'), integer('depth')],
          ...[id('onlyOf', nullable), time('at'), time('dueAt', nullable)],
        ],
        indices: [['appId', 'type', 'at'], ['appId', 'at'], ['dueAt'], ['at']].map((columns) =>
          index('workflow_events', columns),
        ),
        foreignKeys: [belongsTo('workflow_events', 'appId', 'apps')],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'workflow_event_waits',
        columns: [
          id('runId', primary('workflow_event_waits')),
          textColumn('wait', 40, primary('workflow_event_waits')),
          integer('place', primary('workflow_event_waits')),
          ...[id('appId'), textColumn('type', 128), { name: 'needsAll', type: 'boolean' }, text('terms')],
        ],
        indices: [index('workflow_event_waits', ['appId', 'type'])],
        foreignKeys: [belongsTo('workflow_event_waits', 'runId', 'workflow_runs')],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'workflow_due_events',
        columns: [
          id('appId', primary('workflow_due_events')),
          textColumn('workflow', 63, primary('workflow_due_events')),
          id('eventId', primary('workflow_due_events')),
          ...[text('event'), integer('depth'), time('at')],
        ],
        foreignKeys: [
          new TableForeignKey({
            name: 'fk_workflow_due_events_app_id_workflow',
            columnNames: ['appId', 'workflow'],
            referencedTableName: 'workflow_schedules',
            referencedColumnNames: ['appId', 'workflow'],
            onDelete: 'CASCADE',
          }),
        ],
      }),
    );
    await runner.query('ALTER TABLE workflow_signals ADD COLUMN "eventId" varchar(36)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE workflow_signals DROP COLUMN "eventId"');
    for (const table of ['workflow_due_events', 'workflow_event_waits', 'workflow_events'])
      await runner.dropTable(table);
  }
}
