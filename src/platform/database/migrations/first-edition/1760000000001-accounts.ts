import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { belongsTo, id, index, nullable, primary, text, time } from '../../table-parts.js';

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
      text('slug', 63),
      text('name', 100),
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
      text('email', 254),
      text('name', 100),
      text('passwordHash', 200, nullable),
      text('setupCodeDigest', 80, nullable),
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
      text('role', 16),
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
      text('newAccountName', 100, nullable),
      text('email', 254),
      text('role', 16),
      text('codeDigest', 80),
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
      text('secretDigest', 80),
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
