import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { belongsTo, id, index, primary, textColumn, time } from '../../table-parts.js';

/** Links by which people set a new password: one at a time for each. */
export class PasswordResets1760000000152 implements MigrationInterface {
  name = 'PasswordResets1760000000152';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'password_resets',
        columns: [
          id('userId', primary('password_resets')),
          textColumn('codeDigest', 80),
          id('accountId'),
          id('createdBy'),
          time('createdAt'),
          time('expiresAt'),
        ],
        indices: [
          index('password_resets', ['codeDigest'], true),
          index('password_resets', ['accountId']),
          index('password_resets', ['createdBy']),
          index('password_resets', ['expiresAt']),
        ],
        foreignKeys: [
          belongsTo('password_resets', 'userId', 'users'),
          belongsTo('password_resets', 'accountId', 'accounts'),
          belongsTo('password_resets', 'createdBy', 'users'),
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('password_resets');
  }
}
