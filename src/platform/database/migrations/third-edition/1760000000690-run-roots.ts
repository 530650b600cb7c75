import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';
import { index } from '../../table-parts.js';

const tables = ['workflow_runs', 'workflow_events', 'workflow_due_events', 'workflow_event_sets'] as const;
const ofRoots = new TableIndex(index('workflow_runs', ['rootId']));

/** The runs at whose beginning others began, by steps, calls and events. */
export class RunRoots1760000000690 implements MigrationInterface {
  name = 'RunRoots1760000000690';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.query(`ALTER TABLE ${table} ADD COLUMN "rootId" varchar(36)`);
    await runner.createIndex('workflow_runs', ofRoots);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('workflow_runs', ofRoots);
    for (const table of tables) await runner.query(`ALTER TABLE ${table} DROP COLUMN "rootId"`);
  }
}
