import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';

const table = 'app_config_versions';

/** How long each version of a config is, without reading all of them. */
export class ConfigBytes1760000000101 implements MigrationInterface {
  name = 'ConfigBytes1760000000101';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn(table, new TableColumn({ name: 'bytes', type: 'integer', default: 0 }));
    await runner.query(`UPDATE ${table} SET bytes = LENGTH(content)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn(table, 'bytes');
  }
}
