import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { belongsTo, id, index, nullable, primary, textColumn, time } from '../../table-parts.js';

/** Credentials at servers that want OAuth, our clients at their authorization servers, and browsers that are on their way there. */
export class UpstreamCredentials1760000000260 implements MigrationInterface {
  name = 'UpstreamCredentials1760000000260';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'upstream_credentials',
        columns: [
          id('id', primary('upstream_credentials')),
          id('serverId'),
          textColumn('ownerKey', 80),
          id('accountId', nullable),
          id('appId', nullable),
          textColumn('ownerKind', 16),
          id('ownerId', nullable),
          textColumn('state', 16),
          { name: 'version', type: 'integer' },
          time('leaseUntil'),
          { name: 'sealed', type: 'text', isNullable: true },
          { name: 'address', type: 'text' },
          textColumn('issuer', 2048),
          textColumn('clientId', 2048),
          textColumn('resource', 2048, nullable),
          { name: 'scopes', type: 'text' },
          { name: 'wantedScopes', type: 'text', isNullable: true },
          { name: 'stepUps', type: 'text' },
          time('expiresAt', nullable),
          time('issuedAt', nullable),
          time('connectedAt'),
          textColumn('lastError', 500, nullable),
        ],
        indices: [
          index('upstream_credentials', ['serverId', 'ownerKey'], true),
          index('upstream_credentials', ['accountId']),
          index('upstream_credentials', ['appId']),
        ],
        foreignKeys: [
          belongsTo('upstream_credentials', 'accountId', 'accounts'),
          belongsTo('upstream_credentials', 'appId', 'apps'),
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'upstream_clients',
        columns: [
          textColumn('id', 80, primary('upstream_clients')),
          textColumn('issuer', 2048),
          textColumn('redirectUri', 2048),
          textColumn('clientId', 2048),
          { name: 'sealed', type: 'text' },
          time('createdAt'),
          time('expiresAt', nullable),
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'upstream_authorizations',
        columns: [
          textColumn('id', 80, primary('upstream_authorizations')),
          id('userId'),
          textColumn('sessionDigest', 80),
          { name: 'sealed', type: 'text' },
          time('createdAt'),
          time('expiresAt'),
        ],
        indices: [
          index('upstream_authorizations', ['userId']),
          index('upstream_authorizations', ['expiresAt']),
        ],
        foreignKeys: [belongsTo('upstream_authorizations', 'userId', 'users')],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('upstream_authorizations');
    await runner.dropTable('upstream_clients');
    await runner.dropTable('upstream_credentials');
  }
}
