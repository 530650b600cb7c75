import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { belongsTo, id, index, nullable, primary, textColumn, time } from '../../table-parts.js';

/** Passkeys of people, and what browsers were asked that have not shown or made one yet. */
export class Passkeys1760000000650 implements MigrationInterface {
  name = 'Passkeys1760000000650';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'passkeys',
        columns: [
          id('id', primary('passkeys')),
          id('userId'),
          textColumn('credentialId', 1400),
          textColumn('publicKey', 2000),
          { name: 'counter', type: 'bigint' },
          { name: 'transports', type: 'text' },
          textColumn('name', 100),
          time('createdAt'),
          time('lastUsedAt', nullable),
        ],
        indices: [index('passkeys', ['credentialId'], true), index('passkeys', ['userId'])],
        foreignKeys: [belongsTo('passkeys', 'userId', 'users')],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'passkey_challenges',
        columns: [textColumn('digest', 80, primary('passkey_challenges')), time('expiresAt')],
        indices: [index('passkey_challenges', ['expiresAt'])],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('passkey_challenges');
    await runner.dropTable('passkeys');
  }
}
