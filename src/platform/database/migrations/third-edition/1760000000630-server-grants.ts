import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { belongsTo, id, index, nullable, primary, textColumn, time } from '../../table-parts.js';

const lists = 'grant_lists';
const table = 'server_grants';

/** Who may use which servers and tools. */
export class ServerGrants1760000000630 implements MigrationInterface {
  name = 'ServerGrants1760000000630';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: lists,
        columns: [id('accountId', primary(lists)), { name: 'revision', type: 'integer' }],
        foreignKeys: [belongsTo(lists, 'accountId', 'accounts')],
      }),
    );
    await runner.createTable(
      new Table({
        name: table,
        columns: [
          ...[id('accountId', primary(table)), textColumn('digest', 64, primary(table)), time('place')],
          ...[id('member', nullable), id('app', nullable)],
          { name: 'content', type: 'text' },
        ],
        indices: [
          index(table, ['accountId', 'place']),
          index(table, ['accountId', 'member']),
          index(table, ['app']),
        ],
        foreignKeys: [
          { ...belongsTo(table, 'accountId', lists), referencedColumnNames: ['accountId'] },
          {
            ...belongsTo(table, 'member', 'memberships'),
            columnNames: ['accountId', 'member'],
            referencedColumnNames: ['accountId', 'userId'],
          },
          belongsTo(table, 'app', 'apps'),
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(table);
    await runner.dropTable(lists);
  }
}
