import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whoever approves has a role at that moment, and each approval is good for one call. */
export class WorkflowApprovals1760000000140 implements MigrationInterface {
  name = 'WorkflowApprovals1760000000140';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE workflow_signals ADD COLUMN "senderRole" varchar(10)');
    await runner.query('ALTER TABLE workflow_signals ADD COLUMN "usedFor" varchar(64)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE workflow_signals DROP COLUMN "usedFor"');
    await runner.query('ALTER TABLE workflow_signals DROP COLUMN "senderRole"');
  }
}
