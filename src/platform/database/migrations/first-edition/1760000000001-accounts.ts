import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { belongsTo, id, index, nullable, primary, textColumn, time } from '../../table-parts.js';

/** Accounts and the people in them. */
export class Accounts1760000000001 implements MigrationInterface {
  name = 'Accounts1760000000001';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of [accounts(), users(), memberships(), invitations(), sessions()])
      await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['sessions', 'invitations', 'memberships', 'users', 'accounts'])
      await runner.dropTable(table);
  }
}

function accounts(): Table {
  return new Table({
    name: 'accounts',
    columns: [
      id('id', primary('accounts')),
      textColumn('slug', 63),
      textColumn('name', 100),
      { name: 'operator', type: 'boolean' },
      time('createdAt'),
    ],
    indices: [index('accounts', ['slug'], true)],
  });
}

function users(): Table {
  return new Table({
    name: 'users',
    columns: [
      id('id', primary('users')),
      textColumn('email', 254),
      textColumn('name', 100),
      textColumn('passwordHash', 200, nullable),
      textColumn('setupCodeDigest', 80, nullable),
      time('createdAt'),
    ],
    indices: [index('users', ['email'], true)],
  });
}

function memberships(): Table {
  return new Table({
    name: 'memberships',
    columns: [
      id('accountId', primary('memberships')),
      id('userId', primary('memberships')),
      textColumn('role', 16),
      time('createdAt'),
    ],
    indices: [index('memberships', ['userId'])],
    foreignKeys: [
      belongsTo('memberships', 'accountId', 'accounts'),
      belongsTo('memberships', 'userId', 'users'),
    ],
  });
}

function invitations(): Table {
  return new Table({
    name: 'invitations',
    columns: [
      id('id', primary('invitations')),
      id('accountId'),
      textColumn('newAccountName', 100, nullable),
      textColumn('email', 254),
      textColumn('role', 16),
      textColumn('codeDigest', 80),
      id('invitedBy'),
      time('createdAt'),
      time('expiresAt'),
    ],
    indices: [
      index('invitations', ['codeDigest'], true),
      index('invitations', ['accountId', 'email']),
      index('invitations', ['invitedBy']),
      index('invitations', ['expiresAt']),
    ],
    foreignKeys: [
      belongsTo('invitations', 'accountId', 'accounts'),
      belongsTo('invitations', 'invitedBy', 'users'),
    ],
  });
}

function sessions(): Table {
  return new Table({
    name: 'sessions',
    columns: [
      id('id', primary('sessions')),
      id('userId'),
      textColumn('secretDigest', 80),
      time('createdAt'),
      time('expiresAt'),
    ],
    indices: [
      index('sessions', ['secretDigest'], true),
      index('sessions', ['userId']),
      index('sessions', ['expiresAt']),
    ],
    foreignKeys: [belongsTo('sessions', 'userId', 'users')],
  });
}
