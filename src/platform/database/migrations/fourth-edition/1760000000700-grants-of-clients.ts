import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';
import { index } from '../../table-parts.js';

const ofClients = index('oauth_grants', ['clientId']);

/** Whether anyone has authorized an OAuth client is looked up before anyone is signed in. */
export class GrantsOfClients1760000000700 implements MigrationInterface {
  name = 'GrantsOfClients1760000000700';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createIndex('oauth_grants', new TableIndex(ofClients));
  }

  async down(runner: QueryRunner): Promise<void> {
    if (ofClients.name !== undefined) await runner.dropIndex('oauth_grants', ofClients.name);
  }
}
