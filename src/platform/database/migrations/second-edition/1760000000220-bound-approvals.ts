import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An approval that names no call is bound to the one that it was waited for. */
export class BoundApprovals1760000000220 implements MigrationInterface {
  name = 'BoundApprovals1760000000220';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE workflow_signals ADD COLUMN "boundTo" text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE workflow_signals DROP COLUMN "boundTo"');
  }
}
