import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a device login was decided, and when somebody's password last changed: a login that was approved before that is good no more. */
export class SignInChanges1760000000150 implements MigrationInterface {
  name = 'SignInChanges1760000000150';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "device_grants" ADD COLUMN "decidedAt" bigint');
    await runner.query('ALTER TABLE "users" ADD COLUMN "securedAt" bigint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "users" DROP COLUMN "securedAt"');
    await runner.query('ALTER TABLE "device_grants" DROP COLUMN "decidedAt"');
  }
}
