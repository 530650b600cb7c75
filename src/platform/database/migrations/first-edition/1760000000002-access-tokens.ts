import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { belongsTo, id, index, nullable, primary, textColumn, time } from '../../table-parts.js';

/** Tokens and the device logins that give them out. */
export class AccessTokens1760000000002 implements MigrationInterface {
  name = 'AccessTokens1760000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(accessTokens());
    await runner.createTable(deviceGrants());
    await runner.createTable(codeEntries());
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('code_entries');
    await runner.dropTable('device_grants');
    await runner.dropTable('access_tokens');
  }
}

function accessTokens(): Table {
  return new Table({
    name: 'access_tokens',
    columns: [
      id('id', primary('access_tokens')),
      textColumn('kind', 8),
      textColumn('source', 16),
      id('accountId'),
      id('userId', nullable),
      id('appId', nullable),
      textColumn('name', 200),
      textColumn('digest', 80),
      textColumn('hint', 24),
      textColumn('scopes', 200),
      time('createdAt'),
      time('expiresAt', nullable),
      time('idleMs', nullable),
      time('lastUsedAt', nullable),
      time('revokedAt', nullable),
    ],
    indices: [
      index('access_tokens', ['digest'], true),
      index('access_tokens', ['accountId']),
      index('access_tokens', ['userId']),
      index('access_tokens', ['appId']),
    ],
    foreignKeys: [
      belongsTo('access_tokens', 'accountId', 'accounts'),
      belongsTo('access_tokens', 'userId', 'users'),
    ],
  });
}

function deviceGrants(): Table {
  return new Table({
    name: 'device_grants',
    columns: [
      id('id', primary('device_grants')),
      textColumn('deviceCodeDigest', 80),
      textColumn('userCodeDigest', 80),
      textColumn('clientId', 100, nullable),
      textColumn('scopes', 200),
      textColumn('deviceName', 100, nullable),
      textColumn('deviceOs', 100, nullable),
      textColumn('deviceVersion', 100, nullable),
      textColumn('address', 64),
      textColumn('state', 16),
      { name: 'interval', type: 'integer' },
      time('polledAt', nullable),
      id('userId', nullable),
      id('accountId', nullable),
      time('createdAt'),
      time('expiresAt'),
    ],
    indices: [
      index('device_grants', ['deviceCodeDigest'], true),
      index('device_grants', ['userCodeDigest'], true),
      index('device_grants', ['userId']),
      index('device_grants', ['accountId']),
      index('device_grants', ['expiresAt']),
    ],
    foreignKeys: [
      belongsTo('device_grants', 'userId', 'users'),
      belongsTo('device_grants', 'accountId', 'accounts'),
    ],
  });
}

function codeEntries(): Table {
  return new Table({
    name: 'code_entries',
    columns: [id('userId', primary('code_entries')), { name: 'wrong', type: 'integer' }, time('since')],
    foreignKeys: [belongsTo('code_entries', 'userId', 'users')],
  });
}
