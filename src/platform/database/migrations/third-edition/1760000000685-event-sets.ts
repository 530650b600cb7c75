import { Table, TableForeignKey, type MigrationInterface, type QueryRunner } from 'typeorm';
import { id, index, primary, textColumn, time } from '../../table-parts.js';

const text = (name: string) => ({ name, type: 'text' });

/** Runs take one event after the other, and events begin a run together. */
export class EventSets1760000000685 implements MigrationInterface {
  name = 'EventSets1760000000685';

  async up(runner: QueryRunner): Promise<void> {
    const no = runner.dataSource.options.type === 'postgres' ? 'false' : '(0)';
    await runner.query(`ALTER TABLE workflow_event_waits ADD COLUMN "stays" boolean NOT NULL DEFAULT ${no}`);
    await runner.createTable(
      new Table({
        name: 'workflow_event_sets',
        columns: [
          id('id', primary('workflow_event_sets')),
          ...[id('appId'), textColumn('workflow', 63), textColumn('digest', 40)],
          ...[text('events'), text('values'), { name: 'depth', type: 'integer' }, time('at')],
        ],
        indices: [['appId', 'workflow'], ['at']].map((columns) => index('workflow_event_sets', columns)),
        foreignKeys: [
          new TableForeignKey({
            name: 'fk_workflow_event_sets_app_id_workflow',
            columnNames: ['appId', 'workflow'],
            referencedTableName: 'workflow_schedules',
            referencedColumnNames: ['appId', 'workflow'],
            onDelete: 'CASCADE',
          }),
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('workflow_event_sets');
    await runner.query('ALTER TABLE workflow_event_waits DROP COLUMN "stays"');
  }
}
