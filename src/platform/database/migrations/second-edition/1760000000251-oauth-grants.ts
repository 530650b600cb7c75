import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { belongsTo, id, index, nullable, primary, textColumn, time } from '../../table-parts.js';

/** What people granted to programs, the families of their refresh tokens, and authorization codes. */
export class OAuthGrants1760000000251 implements MigrationInterface {
  name = 'OAuthGrants1760000000251';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'oauth_grants',
        columns: [
          id('id', primary('oauth_grants')),
          textColumn('identityDigest', 64),
          id('accountId'),
          id('userId'),
          textColumn('clientId', 500),
          textColumn('clientName', 200),
          textColumn('clientKind', 16),
          textColumn('clientHost', 255, nullable),
          textColumn('returnHost', 2048),
          { name: 'reach', type: 'text' },
          textColumn('scopes', 200),
          time('createdAt'),
          time('lastUsedAt', nullable),
          time('expiresAt'),
        ],
        indices: [
          index('oauth_grants', ['identityDigest'], true),
          index('oauth_grants', ['accountId']),
          index('oauth_grants', ['userId']),
          index('oauth_grants', ['expiresAt']),
        ],
        foreignKeys: [
          belongsTo('oauth_grants', 'accountId', 'accounts'),
          belongsTo('oauth_grants', 'userId', 'users'),
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'oauth_families',
        columns: [
          id('id', primary('oauth_families')),
          id('grantId'),
          textColumn('handleDigest', 80),
          textColumn('secretDigest', 80),
          textColumn('formerDigest', 80, nullable),
          time('rotatedAt', nullable),
          textColumn('scopes', 200),
          time('createdAt'),
          time('expiresAt'),
          time('endsAt'),
        ],
        indices: [
          index('oauth_families', ['handleDigest'], true),
          index('oauth_families', ['grantId']),
          index('oauth_families', ['expiresAt']),
        ],
        foreignKeys: [belongsTo('oauth_families', 'grantId', 'oauth_grants')],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'oauth_codes',
        columns: [
          id('id', primary('oauth_codes')),
          textColumn('digest', 80),
          id('userId'),
          id('accountId'),
          { name: 'agreement', type: 'text' },
          textColumn('redirectUri', 2048),
          textColumn('challenge', 43),
          time('createdAt'),
          time('expiresAt'),
          time('usedAt', nullable),
          id('grantId', nullable),
          { name: 'wrongVerifiers', type: 'integer' },
        ],
        indices: [
          index('oauth_codes', ['digest'], true),
          index('oauth_codes', ['userId']),
          index('oauth_codes', ['accountId']),
          index('oauth_codes', ['expiresAt']),
        ],
        foreignKeys: [
          belongsTo('oauth_codes', 'userId', 'users'),
          belongsTo('oauth_codes', 'accountId', 'accounts'),
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['oauth_codes', 'oauth_families', 'oauth_grants']) await runner.dropTable(table);
  }
}
