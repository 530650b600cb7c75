import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';
import { nullable, time } from '../../table-parts.js';

/** What an old version of a config said can be erased. */
export class BlankedVersions1760000000162 implements MigrationInterface {
  name = 'BlankedVersions1760000000162';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('app_config_versions', new TableColumn(time('blankedAt', nullable)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('app_config_versions', 'blankedAt');
  }
}
