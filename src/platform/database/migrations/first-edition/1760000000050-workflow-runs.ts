import { Table, type MigrationInterface, type QueryRunner, type TableColumnOptions } from 'typeorm';
import { belongsTo, id, index, nullable, primary, textColumn, time } from '../../table-parts.js';

/** Runs of workflows, what happened in them, what was sent to them, and the journal of the embedded engine. */
export class WorkflowRuns1760000000050 implements MigrationInterface {
  name = 'WorkflowRuns1760000000050';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of [runs(), events(), signals(), journal()]) await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['workflow_journal', 'workflow_signals', 'workflow_run_events', 'workflow_runs'])
      await runner.dropTable(table);
  }
}

const integer = (name: string, more = {}): TableColumnOptions => ({ name, type: 'integer', ...more });
const json = (name: string, more = {}): TableColumnOptions => ({ name, type: 'text', ...more });

function runs(): Table {
  return new Table({
    name: 'workflow_runs',
    columns: [
      id('id', primary('workflow_runs')),
      id('accountId'),
      id('appId'),
      textColumn('workflow', 63),
      textColumn('version', 64),
      integer('configVersion'),
      textColumn('status', 10),
      json('input'),
      json('output', nullable),
      json('error', nullable),
      integer('attempt'),
      integer('recoveries'),
      id('tokenId'),
      id('userId', nullable),
      time('createdAt'),
      time('endedAt', nullable),
      time('cancelledAt', nullable),
      time('wakeAt', nullable),
    ],
    indices: [
      index('workflow_runs', ['accountId']),
      index('workflow_runs', ['appId', 'id']),
      index('workflow_runs', ['appId', 'status', 'id']),
      index('workflow_runs', ['status', 'wakeAt']),
      index('workflow_runs', ['wakeAt']),
      index('workflow_runs', ['endedAt']),
    ],
    foreignKeys: [
      belongsTo('workflow_runs', 'accountId', 'accounts'),
      belongsTo('workflow_runs', 'appId', 'apps'),
    ],
  });
}

function events(): Table {
  return new Table({
    name: 'workflow_run_events',
    columns: [
      id('runId', primary('workflow_run_events')),
      integer('seq', primary('workflow_run_events')),
      textColumn('type', 20),
      time('at'),
      json('data'),
    ],
    foreignKeys: [belongsTo('workflow_run_events', 'runId', 'workflow_runs')],
  });
}

function signals(): Table {
  return new Table({
    name: 'workflow_signals',
    columns: [
      id('id', primary('workflow_signals')),
      id('runId'),
      textColumn('type', 128),
      json('data'),
      textColumn('sender', 36),
      { name: 'byPerson', type: 'boolean' },
      time('at'),
    ],
    indices: [index('workflow_signals', ['runId', 'id'])],
    foreignKeys: [belongsTo('workflow_signals', 'runId', 'workflow_runs')],
  });
}

function journal(): Table {
  return new Table({
    name: 'workflow_journal',
    columns: [
      id('runId', primary('workflow_journal')),
      integer('place', primary('workflow_journal')),
      textColumn('kind', 10),
      json('key'),
      json('value'),
    ],
    foreignKeys: [belongsTo('workflow_journal', 'runId', 'workflow_runs')],
  });
}
