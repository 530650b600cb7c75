import { Table, type MigrationInterface, type QueryRunner, type TableColumnOptions } from 'typeorm';
import { belongsTo, id, index, nullable, primary, textColumn, time } from '../../table-parts.js';

const shared = '"serverId", "appId", "version", "pinnedAt", "acceptedBy", "reported"';

/** Prompts and instructions are pinned as tools are: one table for all, a row for each kind. */
export class PinsOfKinds1760000000210 implements MigrationInterface {
  name = 'PinsOfKinds1760000000210';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      tableOf('pins', 'items', [id('serverId', primary('pins')), textColumn('kind', 16, primary('pins'))]),
    );
    await runner.query(
      `INSERT INTO "pins" ("kind", "items", ${shared}) SELECT 'tools', "tools", ${shared} FROM "tool_pins"`,
    );
    await runner.dropTable('tool_pins');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.createTable(tableOf('tool_pins', 'tools', [id('serverId', primary('tool_pins'))]));
    await runner.query(
      `INSERT INTO "tool_pins" ("tools", ${shared}) SELECT "items", ${shared} FROM "pins" WHERE "kind" = 'tools'`,
    );
    await runner.dropTable('pins');
  }
}

function tableOf(name: string, items: string, keys: readonly TableColumnOptions[]): Table {
  return new Table({
    name,
    columns: [
      ...keys,
      id('appId'),
      { name: items, type: 'text' },
      { name: 'version', type: 'integer' },
      time('pinnedAt'),
      id('acceptedBy', nullable),
      textColumn('reported', 64, nullable),
    ],
    indices: [index(name, ['appId'])],
    foreignKeys: [belongsTo(name, 'appId', 'apps')],
  });
}
