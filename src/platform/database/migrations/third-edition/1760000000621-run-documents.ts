import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Runs of documents that stand in no config. */
export class RunDocuments1760000000621 implements MigrationInterface {
  name = 'RunDocuments1760000000621';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE workflow_runs ADD COLUMN document text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE workflow_runs DROP COLUMN document');
  }
}
