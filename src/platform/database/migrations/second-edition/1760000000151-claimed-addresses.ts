import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An e-mail address that nobody has verified names somebody only in the account that invited them. Of those who are there already, the
 * operator's owners count as verified; the others belong to the account that they joined first, and to nobody's when they have left all.
 */
export class ClaimedAddresses1760000000151 implements MigrationInterface {
  name = 'ClaimedAddresses1760000000151';

  async up(runner: QueryRunner): Promise<void> {
    const no = runner.dataSource.options.type === 'postgres' ? 'false' : '(0)';
    for (const statement of [
      `ALTER TABLE "users" ADD COLUMN "realm" varchar(36) NOT NULL DEFAULT ''`,
      `UPDATE "users" SET "realm" = COALESCE(
         (SELECT m."accountId" FROM "memberships" m WHERE m."userId" = "users"."id" ORDER BY m."createdAt", m."accountId" LIMIT 1), "id")
       WHERE "id" NOT IN (
         SELECT m."userId" FROM "memberships" m JOIN "accounts" a ON a."id" = m."accountId"
         WHERE a."operator" = true AND m."role" = 'owner')`,
      'DROP INDEX "ux_users_email"',
      'CREATE UNIQUE INDEX "ux_users_email_realm" ON "users" ("email", "realm")',
      `ALTER TABLE "invitations" ADD COLUMN "vouched" boolean NOT NULL DEFAULT ${no}`,
    ])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of [
      'ALTER TABLE "invitations" DROP COLUMN "vouched"',
      'DROP INDEX "ux_users_email_realm"',
      'CREATE UNIQUE INDEX "ux_users_email" ON "users" ("email")',
      'ALTER TABLE "users" DROP COLUMN "realm"',
    ])
      await runner.query(statement);
  }
}
