import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Runs that start one another know how deep they are. */
export class RunDepth1760000000141 implements MigrationInterface {
  name = 'RunDepth1760000000141';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE workflow_runs ADD COLUMN "depth" integer NOT NULL DEFAULT 1');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE workflow_runs DROP COLUMN "depth"');
  }
}
