import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';
import { nullable, textColumn } from '../../table-parts.js';

/** Keys may be of a client, whose next key takes their place. */
export class ClientKeys1760000000230 implements MigrationInterface {
  name = 'ClientKeys1760000000230';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('access_tokens', new TableColumn(textColumn('client', 40, nullable)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('access_tokens', 'client');
  }
}
