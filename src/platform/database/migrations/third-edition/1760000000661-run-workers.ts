import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Beside the token of a lease, the process that has it: whoever takes over from one that died finds its runs by that. */
export class RunWorkers1760000000661 implements MigrationInterface {
  name = 'RunWorkers1760000000661';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE workflow_runs ADD COLUMN "workerId" varchar(36)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE workflow_runs DROP COLUMN "workerId"');
  }
}
