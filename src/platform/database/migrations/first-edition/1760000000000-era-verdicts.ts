import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { primary, textColumn, time } from '../../table-parts.js';

/** How each MCP server was found to speak. */
export class EraVerdicts1760000000000 implements MigrationInterface {
  name = 'EraVerdicts1760000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'era_verdicts',
        columns: [
          textColumn('server', 36, primary('era_verdicts')),
          textColumn('era', 16),
          textColumn('transport', 16),
          time('decidedAt'),
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('era_verdicts');
  }
}
