import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';
import { textColumn } from '../../table-parts.js';

/** Accounts say who reads and writes configs and secrets; for those that are there nothing changes. */
export class ConfigAccess1760000000161 implements MigrationInterface {
  name = 'ConfigAccess1760000000161';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn(
      'accounts',
      new TableColumn(textColumn('configAccess', 16, { default: "'members'" })),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('accounts', 'configAccess');
  }
}
