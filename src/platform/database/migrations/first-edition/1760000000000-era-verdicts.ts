import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { primary, text, time } from '../../table-parts.js';

/** How each MCP server was found to speak. */
export class EraVerdicts1760000000000 implements MigrationInterface {
  name = 'EraVerdicts1760000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'era_verdicts',
        columns: [
          text('server', 36, primary('era_verdicts')),
          text('era', 16),
          text('transport', 16),
          time('decidedAt'),
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('era_verdicts');
  }
}
