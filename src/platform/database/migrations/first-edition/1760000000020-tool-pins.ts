import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { belongsTo, id, index, nullable, primary, textColumn, time } from '../../table-parts.js';

/** The tools of apps' servers as they were accepted. */
export class ToolPins1760000000020 implements MigrationInterface {
  name = 'ToolPins1760000000020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'tool_pins',
        columns: [
          id('serverId', primary('tool_pins')),
          id('appId'),
          { name: 'tools', type: 'text' },
          { name: 'version', type: 'integer' },
          time('pinnedAt'),
          id('acceptedBy', nullable),
          textColumn('reported', 64, nullable),
        ],
        indices: [index('tool_pins', ['appId'])],
        foreignKeys: [belongsTo('tool_pins', 'appId', 'apps')],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('tool_pins');
  }
}
