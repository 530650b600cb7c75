import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { belongsTo, id, index, nullable, primary, textColumn, time } from '../../table-parts.js';

/** Calls that people are asked about. */
export class Approvals1760000000330 implements MigrationInterface {
  name = 'Approvals1760000000330';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'approvals',
        columns: [
          id('id', primary('approvals')),
          id('accountId'),
          textColumn('holder', 120),
          id('userId', nullable),
          id('appId', nullable),
          textColumn('slot', 64, nullable),
          textColumn('binding', 64),
          textColumn('server', 127),
          textColumn('tool', 1024),
          { name: 'caller', type: 'text' },
          { name: 'sealed', type: 'text' },
          { name: 'isEdited', type: 'boolean' },
          textColumn('reason', 1000, nullable),
          textColumn('roles', 32),
          { name: 'isForOperator', type: 'boolean' },
          { name: 'exceptCaller', type: 'boolean' },
          textColumn('state', 8),
          { name: 'note', type: 'text', ...nullable },
          { name: 'decidedBy', type: 'text', ...nullable },
          id('runId', nullable),
          time('createdAt'),
          time('expiresAt'),
        ],
        foreignKeys: [belongsTo('approvals', 'accountId', 'accounts')],
        indices: [
          index('approvals', ['accountId', 'state']),
          index('approvals', ['slot']),
          index('approvals', ['expiresAt']),
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('approvals');
  }
}
