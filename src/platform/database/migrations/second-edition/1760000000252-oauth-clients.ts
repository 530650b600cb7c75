import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { index, nullable, primary, textColumn, time } from '../../table-parts.js';

/** Programs that ask people for access: those that registered, and documents of those that have one. */
export class OauthClients1760000000252 implements MigrationInterface {
  name = 'OauthClients1760000000252';

  async up(runner: QueryRunner): Promise<void> {
    const metadata = [
      textColumn('name', 200),
      { name: 'redirectUris', type: 'text' },
      textColumn('authMethod', 32),
      textColumn('uri', 500, nullable),
    ];
    await runner.createTable(
      new Table({
        name: 'oauth_clients',
        columns: [
          textColumn('id', 64, primary('oauth_clients')),
          textColumn('kind', 16),
          ...metadata,
          textColumn('secretDigest', 80, nullable),
          time('createdAt'),
          time('seenAt'),
          time('usedAt', nullable),
        ],
        indices: [index('oauth_clients', ['seenAt'])],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'oauth_client_documents',
        columns: [
          textColumn('id', 500, primary('oauth_client_documents')),
          ...metadata,
          time('fetchedAt'),
          time('freshUntil'),
          time('seenAt'),
        ],
        indices: [index('oauth_client_documents', ['seenAt'])],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('oauth_client_documents');
    await runner.dropTable('oauth_clients');
  }
}
