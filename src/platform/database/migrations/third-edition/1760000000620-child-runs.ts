import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';
import { index } from '../../table-parts.js';

const table = 'workflow_runs';
const ofParents = new TableIndex(index(table, ['parentId', 'id']));

/** Runs that are steps of other runs. */
export class ChildRuns1760000000620 implements MigrationInterface {
  name = 'ChildRuns1760000000620';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE ${table} ADD COLUMN "parentId" varchar(36)`);
    const no = runner.dataSource.options.type === 'postgres' ? 'false' : '(0)';
    await runner.query(`ALTER TABLE ${table} ADD COLUMN "isDetached" boolean NOT NULL DEFAULT ${no}`);
    await runner.createIndex(table, ofParents);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex(table, ofParents);
    await runner.query(`ALTER TABLE ${table} DROP COLUMN "isDetached"`);
    await runner.query(`ALTER TABLE ${table} DROP COLUMN "parentId"`);
  }
}
