import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Younger events are refused to be removed, whoever asks; AUDIT_DAYS is above it. */
const protectedDays = 30;
const protectedMs = protectedDays * 86_400_000;

/** Old events may be removed. That none is changed, and no young one removed, the database sees to as before. */
export class AuditRetention1760000000060 implements MigrationInterface {
  name = 'AuditRetention1760000000060';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of isPostgres(runner) ? postgres.up : sqlite.up) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of isPostgres(runner) ? postgres.down : sqlite.down) await runner.query(statement);
  }
}

const sqlite = {
  up: [
    'DROP TRIGGER audit_events_no_delete',
    `CREATE TRIGGER audit_events_no_delete BEFORE DELETE ON audit_events WHEN OLD.at > strftime('%s', 'now') * 1000 - ${String(protectedMs)} BEGIN SELECT RAISE(ABORT, 'audit_events is append-only'); END`,
  ],
  down: [
    'DROP TRIGGER audit_events_no_delete',
    "CREATE TRIGGER audit_events_no_delete BEFORE DELETE ON audit_events BEGIN SELECT RAISE(ABORT, 'audit_events is append-only'); END",
  ],
};

const refuse = 'EXECUTE FUNCTION audit_events_refuse()';
const postgres = {
  up: [
    'DROP TRIGGER audit_events_append_only ON audit_events',
    `CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR TRUNCATE ON audit_events FOR EACH STATEMENT ${refuse}`,
    `CREATE TRIGGER audit_events_no_delete BEFORE DELETE ON audit_events FOR EACH ROW WHEN (OLD.at > extract(epoch FROM now()) * 1000 - ${String(protectedMs)}) ${refuse}`,
  ],
  down: [
    'DROP TRIGGER audit_events_no_delete ON audit_events',
    'DROP TRIGGER audit_events_append_only ON audit_events',
    `CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events FOR EACH STATEMENT ${refuse}`,
  ],
};

function isPostgres(runner: QueryRunner): boolean {
  return runner.dataSource.options.type === 'postgres';
}
