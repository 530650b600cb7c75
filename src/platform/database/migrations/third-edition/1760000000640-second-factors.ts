import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { belongsTo, id, index, nullable, primary, textColumn, time } from '../../table-parts.js';

/** Authenticators and recovery codes, accounts that ask for them, browsers in which a code was shown, links that take them away. */
export class SecondFactors1760000000640 implements MigrationInterface {
  name = 'SecondFactors1760000000640';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'authenticators',
        columns: [
          id('userId', primary('authenticators')),
          textColumn('sealed', 200),
          time('createdAt'),
          time('confirmedAt', nullable),
          time('lastStep'),
        ],
        foreignKeys: [belongsTo('authenticators', 'userId', 'users')],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'recovery_codes',
        columns: [textColumn('digest', 80, primary('recovery_codes')), id('userId')],
        indices: [index('recovery_codes', ['userId'])],
        foreignKeys: [belongsTo('recovery_codes', 'userId', 'users')],
      }),
    );
    const no = runner.dataSource.options.type === 'postgres' ? 'false' : '(0)';
    for (const [table, column] of flags)
      await runner.query(`ALTER TABLE "${table}" ADD COLUMN "${column}" boolean NOT NULL DEFAULT ${no}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, column] of flags) await runner.query(`ALTER TABLE "${table}" DROP COLUMN "${column}"`);
    await runner.dropTable('recovery_codes');
    await runner.dropTable('authenticators');
  }
}

const flags = [
  ['accounts', 'requireSecondFactor'],
  ['sessions', 'secondFactor'],
  ['password_resets', 'factor'],
] as const;
