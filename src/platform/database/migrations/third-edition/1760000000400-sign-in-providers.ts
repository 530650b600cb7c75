import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { belongsTo, id, index, nullable, primary, textColumn, time } from '../../table-parts.js';

/** Who people are at other issuers, what the rules of those gave them, and sign-ins that are under way. */
export class SignInProviders1760000000400 implements MigrationInterface {
  name = 'SignInProviders1760000000400';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "memberships" ADD COLUMN "givenRole" varchar(16)');
    await runner.query('UPDATE "memberships" SET "givenRole" = "role"');
    const no = runner.dataSource.options.type === 'postgres' ? 'false' : '(0)';
    await runner.query(`ALTER TABLE "memberships" ADD COLUMN "asleep" boolean NOT NULL DEFAULT ${no}`);
    await runner.createTable(
      new Table({
        name: 'provider_subjects',
        columns: [
          textColumn('issuer', 500, primary('provider_subjects')),
          textColumn('subject', 255, primary('provider_subjects')),
          id('userId'),
          textColumn('provider', 32),
          time('signedInAt'),
          { name: 'claims', type: 'text' },
          { name: 'rules', type: 'text' },
        ],
        indices: [index('provider_subjects', ['userId', 'issuer'], true)],
        foreignKeys: [belongsTo('provider_subjects', 'userId', 'users')],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'rule_roles',
        columns: [
          id('userId', primary('rule_roles')),
          textColumn('issuer', 500, primary('rule_roles')),
          id('accountId', primary('rule_roles')),
          textColumn('role', 16),
          { name: 'asleep', type: 'boolean' },
          time('signedInAt'),
        ],
        indices: [index('rule_roles', ['accountId']), index('rule_roles', ['asleep', 'signedInAt'])],
        foreignKeys: [
          belongsTo('rule_roles', 'userId', 'users'),
          belongsTo('rule_roles', 'accountId', 'accounts'),
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'sign_in_attempts',
        columns: [
          textColumn('stateDigest', 80, primary('sign_in_attempts')),
          textColumn('provider', 32),
          { name: 'next', type: 'text' },
          textColumn('invitationDigest', 80, nullable),
          time('expiresAt'),
        ],
        indices: [index('sign_in_attempts', ['expiresAt'])],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('sign_in_attempts');
    await runner.dropTable('rule_roles');
    await runner.dropTable('provider_subjects');
    await runner.query('ALTER TABLE "memberships" DROP COLUMN "asleep"');
    await runner.query('ALTER TABLE "memberships" DROP COLUMN "givenRole"');
  }
}
