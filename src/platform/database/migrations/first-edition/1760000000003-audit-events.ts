import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { id, index, nullable, primary, textColumn, time } from '../../table-parts.js';

/** What happened. The database itself refuses to change or remove a row, and no foreign key takes one away. */
export class AuditEvents1760000000003 implements MigrationInterface {
  name = 'AuditEvents1760000000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(auditEvents());
    for (const statement of guards(runner.dataSource.options.type)) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('audit_events');
    if (runner.dataSource.options.type === 'postgres')
      await runner.query('DROP FUNCTION audit_events_refuse()');
  }
}

function auditEvents(): Table {
  return new Table({
    name: 'audit_events',
    columns: [
      id('id', primary('audit_events')),
      time('at'),
      id('accountId'),
      textColumn('action', 64),
      id('userId', nullable),
      id('tokenId', nullable),
      textColumn('target', 64, nullable),
      textColumn('address', 64, nullable),
      textColumn('requestId', 128, nullable),
      { name: 'details', type: 'text' },
    ],
    indices: [index('audit_events', ['accountId', 'id'])],
  });
}

function guards(type: string): string[] {
  if (type === 'postgres')
    return [
      `CREATE FUNCTION audit_events_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'audit_events is append-only'; END $$`,
      'CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events FOR EACH STATEMENT EXECUTE FUNCTION audit_events_refuse()',
    ];
  return ['UPDATE', 'DELETE'].map(
    (event) =>
      `CREATE TRIGGER audit_events_no_${event.toLowerCase()} BEFORE ${event} ON audit_events BEGIN SELECT RAISE(ABORT, 'audit_events is append-only'); END`,
  );
}
