import type { MigrationInterface, QueryRunner } from 'typeorm';

/** From where, with which browser and at which issuer somebody signed in. */
export class SessionPlaces1760000000540 implements MigrationInterface {
  name = 'SessionPlaces1760000000540';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "sessions" ADD COLUMN "address" varchar(64)');
    await runner.query('ALTER TABLE "sessions" ADD COLUMN "userAgent" varchar(300)');
    await runner.query('ALTER TABLE "sessions" ADD COLUMN "provider" varchar(32)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "sessions" DROP COLUMN "provider"');
    await runner.query('ALTER TABLE "sessions" DROP COLUMN "userAgent"');
    await runner.query('ALTER TABLE "sessions" DROP COLUMN "address"');
  }
}
