import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { id, primary, textColumn, time } from '../../table-parts.js';

/** Servers that the operator publishes at run time. */
export class PublishedServers1760000000270 implements MigrationInterface {
  name = 'PublishedServers1760000000270';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'published_servers',
        columns: [
          textColumn('name', 63, primary('published_servers')),
          { name: 'sealed', type: 'text' },
          id('revision'),
          time('createdAt'),
          time('updatedAt'),
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('published_servers');
  }
}
