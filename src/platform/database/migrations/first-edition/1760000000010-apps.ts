import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { belongsTo, id, index, nullable, primary, textColumn, time } from '../../table-parts.js';

/** Apps, the versions of their configs, and their secrets. */
export class Apps1760000000010 implements MigrationInterface {
  name = 'Apps1760000000010';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of [apps(), appConfigVersions(), appSecrets()]) await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['app_secrets', 'app_config_versions', 'apps']) await runner.dropTable(table);
  }
}

const integer = (name: string, more = {}) => ({ name, type: 'integer', ...more });

function apps(): Table {
  return new Table({
    name: 'apps',
    columns: [
      id('id', primary('apps')),
      id('accountId'),
      textColumn('slug', 63),
      textColumn('name', 100),
      textColumn('description', 2000),
      integer('configVersion'),
      integer('revision'),
      time('createdAt'),
      time('updatedAt'),
    ],
    indices: [index('apps', ['accountId', 'slug'], true), index('apps', ['accountId', 'id'])],
    foreignKeys: [belongsTo('apps', 'accountId', 'accounts')],
  });
}

function appConfigVersions(): Table {
  return new Table({
    name: 'app_config_versions',
    columns: [
      id('appId', primary('app_config_versions')),
      integer('version', primary('app_config_versions')),
      { name: 'content', type: 'text' },
      textColumn('etag', 64),
      id('authorId', nullable),
      textColumn('message', 500, nullable),
      integer('restoredFrom', nullable),
      time('createdAt'),
    ],
    indices: [index('app_config_versions', ['authorId'])],
    foreignKeys: [
      belongsTo('app_config_versions', 'appId', 'apps'),
      { ...belongsTo('app_config_versions', 'authorId', 'users'), onDelete: 'SET NULL' },
    ],
  });
}

function appSecrets(): Table {
  return new Table({
    name: 'app_secrets',
    columns: [
      id('appId', primary('app_secrets')),
      textColumn('name', 64, primary('app_secrets')),
      { name: 'sealed', type: 'text' },
      textColumn('version', 36),
      time('createdAt'),
      time('updatedAt'),
    ],
    foreignKeys: [belongsTo('app_secrets', 'appId', 'apps')],
  });
}
