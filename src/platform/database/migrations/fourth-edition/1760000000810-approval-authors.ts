import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whose policy required an approval, and what the way of the call says about who decides. */
export class ApprovalAuthors1760000000810 implements MigrationInterface {
  name = 'ApprovalAuthors1760000000810';

  async up(runner: QueryRunner): Promise<void> {
    // Those that wait already are good for a question of an app: what the operator asks is asked again.
    await runner.query(`ALTER TABLE approvals ADD COLUMN "requiredBy" varchar(8) NOT NULL DEFAULT 'app'`);
    await runner.query('ALTER TABLE approvals ADD COLUMN "terms" text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE approvals DROP COLUMN "terms"');
    await runner.query('ALTER TABLE approvals DROP COLUMN "requiredBy"');
  }
}
