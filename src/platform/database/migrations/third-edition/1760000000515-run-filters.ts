import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';
import { index } from '../../table-parts.js';

const table = 'workflow_runs';
const indices = [
  ['appId', 'workflow', 'id'],
  ['appId', 'startKind', 'id'],
  ['appId', 'createdAt'],
].map((columns) => new TableIndex(index(table, columns)));

/** Runs are found by their workflow, by what began them, and by their time. */
export class RunFilters1760000000515 implements MigrationInterface {
  name = 'RunFilters1760000000515';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `UPDATE workflow_runs SET "startKind" = CASE WHEN "userId" IS NULL THEN 'key' ELSE 'user' END WHERE "startKind" IS NULL`,
    );
    for (const one of indices) await runner.createIndex(table, one);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const one of indices) await runner.dropIndex(table, one);
  }
}
