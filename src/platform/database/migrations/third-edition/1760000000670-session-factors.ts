import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which second factor a browser was signed in with: when that is taken away, the browser is signed out. */
export class SessionFactors1760000000670 implements MigrationInterface {
  name = 'SessionFactors1760000000670';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "sessions" ADD COLUMN "factor" varchar(36)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "sessions" DROP COLUMN "factor"');
  }
}
