import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';
import { index } from '../../table-parts.js';

const ofBodies = new TableIndex(index('workflow_runs', ['bodyKey'], true));

/** A signed body begins one run, whatever its delivery is called. */
export class DeliveryBodies1760000000695 implements MigrationInterface {
  name = 'DeliveryBodies1760000000695';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE workflow_runs ADD COLUMN "bodyKey" varchar(64)');
    await runner.createIndex('workflow_runs', ofBodies);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('workflow_runs', ofBodies);
    await runner.query('ALTER TABLE workflow_runs DROP COLUMN "bodyKey"');
  }
}
