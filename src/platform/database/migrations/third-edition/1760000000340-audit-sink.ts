import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { belongsTo, id, nullable, primary, textColumn, time } from '../../table-parts.js';

/** Events that no sink has taken yet, and the one process that sends them. The database itself sees to it that none is missed. */
export class AuditSink1760000000340 implements MigrationInterface {
  name = 'AuditSink1760000000340';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'audit_unsent',
        columns: [id('id', primary('audit_unsent'))],
        foreignKeys: [belongsTo('audit_unsent', 'id', 'audit_events')],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'audit_sender',
        columns: [
          id('id', primary('audit_sender')),
          id('holder', nullable),
          time('heldUntil'),
          textColumn('failure', 300, nullable),
          time('failingSince', nullable),
        ],
      }),
    );
    await runner.query('INSERT INTO audit_unsent (id) SELECT id FROM audit_events');
    await runner.query(`INSERT INTO audit_sender (id, "heldUntil") VALUES ('audit', 0)`);
    for (const statement of isPostgres(runner) ? postgres : sqlite) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER audit_events_unsent${isPostgres(runner) ? ' ON audit_events' : ''}`);
    if (isPostgres(runner)) await runner.query('DROP FUNCTION audit_events_keep_unsent()');
    await runner.dropTable('audit_sender');
    await runner.dropTable('audit_unsent');
  }
}

const keep = 'INSERT INTO audit_unsent (id) VALUES (NEW.id)';

const sqlite = [`CREATE TRIGGER audit_events_unsent AFTER INSERT ON audit_events BEGIN ${keep}; END`];

const postgres = [
  `CREATE FUNCTION audit_events_keep_unsent() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${keep}; RETURN NULL; END $$`,
  'CREATE TRIGGER audit_events_unsent AFTER INSERT ON audit_events FOR EACH ROW EXECUTE FUNCTION audit_events_keep_unsent()',
];

function isPostgres(runner: QueryRunner): boolean {
  return runner.dataSource.options.type === 'postgres';
}
