import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { id, index, primary, time } from '../../table-parts.js';

/** Approvals of tools in chats that have been used: none works twice. */
export class UsedApprovals1760000000040 implements MigrationInterface {
  name = 'UsedApprovals1760000000040';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'used_approvals',
        columns: [id('id', primary('used_approvals')), time('expiresAt')],
        indices: [index('used_approvals', ['expiresAt'])],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('used_approvals');
  }
}
