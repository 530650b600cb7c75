import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import { Batches } from '../../../kernel/pacing/batches.js';
import { Database } from '../../../platform/database/database.js';
import { StorageGrowth } from '../../../platform/storage/storage-growth.js';
import type { RunEvent } from '../../runs/run-event.js';
import type { Run } from '../../runs/run.js';
import { toRow, type RunRow } from '../../runs/rows/run-rows.repository.js';
import { WorkflowRunEntity } from '../../runs/rows/workflow-run.entity.js';
import { columns } from './column-arrays.js';
import {
  LeaseStore,
  type Lease,
  type LeasedRun,
  type LeaseHolder,
  type LooseRun,
  type SeizedRun,
} from './lease-store.port.js';
import type { OwnedOrder, RunOrder } from './run-order.js';

const runColumns = {
  ...{ id: 'varchar', accountId: 'varchar', appId: 'varchar', workflow: 'varchar', version: 'varchar' },
  ...{ configVersion: 'integer', document: 'text', status: 'varchar', input: 'text', output: 'text' },
  ...{ error: 'text', attempt: 'integer', dispatch: 'integer', token: 'varchar', workerId: 'varchar' },
  ...{
    recoveries: 'integer',
    depth: 'integer',
    parentId: 'varchar',
    rootId: 'varchar',
    isDetached: 'boolean',
  },
  ...{ tokenId: 'varchar', userId: 'varchar', startKind: 'varchar', startDetails: 'text' },
  ...{
    startKey: 'varchar',
    bodyKey: 'varchar',
    createdAt: 'bigint',
    endedAt: 'bigint',
    cancelledAt: 'bigint',
    wakeAt: 'bigint',
    bytes: 'bigint',
    isRemoved: 'boolean',
  },
} as const satisfies Record<keyof RunRow, string>;
const runNames = Object.keys(runColumns) as (keyof RunRow)[];
const eventNames = ['runId', 'seq', 'type', 'at', 'data'] as const;

/** A row that is there was written by a first try, whose answer was lost with the connection. */
const begin = `
  WITH runs AS (
    INSERT INTO workflow_runs (${runNames.map((name) => `"${name}"`).join(', ')})
    SELECT * FROM unnest(${Object.values(runColumns).map(arrayFrom(1)).join(', ')})
    ON CONFLICT (id) DO NOTHING
  )
  INSERT INTO workflow_run_events ("runId", seq, type, at, data)
  SELECT * FROM unnest(${['varchar', 'integer', 'varchar', 'bigint', 'text'].map(arrayFrom(1 + runNames.length)).join(', ')})
  ON CONFLICT DO NOTHING`;

const claim = `
  UPDATE workflow_runs SET token = $3, "workerId" = $4, status = 'running', "wakeAt" = NULL
  WHERE id = $1 AND dispatch = $2 AND status IN ('running', 'waiting') AND (token IS NULL OR token IN ($3, $5::varchar))
  RETURNING id`;

/** Whoever has the run has it no longer. */
const again = (which: string, beside = '') => `
  UPDATE workflow_runs SET token = NULL, status = 'running', "wakeAt" = NULL, dispatch = dispatch + 1${beside} WHERE ${which}
  RETURNING id AS "runId", dispatch, "accountId", recoveries`;

const wake = again(`id = $1 AND status = 'waiting'`);
const renew = again(
  `id = $1 AND dispatch = $2 AND status = 'running' AND token IS NOT DISTINCT FROM $3::varchar`,
);
const wakeDue = again(`id IN (
  SELECT id FROM workflow_runs WHERE status = 'waiting' AND "wakeAt" <= $1
  ORDER BY "wakeAt" LIMIT $2 FOR UPDATE SKIP LOCKED)`);

/** A process may die between its word that a run waits and its look for what came meanwhile. */
const seize = again(
  `id IN (
    SELECT id FROM workflow_runs AS run WHERE "workerId" = $1 AND token IS NOT NULL AND (status = 'running' OR status = 'waiting' AND EXISTS (
      SELECT 1 FROM workflow_signals AS signal WHERE signal."runId" = run.id AND NOT EXISTS (
        SELECT 1 FROM workflow_journal AS entry
        WHERE entry."runId" = run.id AND entry.kind = 'signal' AND position(signal.id IN entry.value) > 0)))
    LIMIT $3 FOR UPDATE)`,
  `, recoveries = recoveries + CASE WHEN status = 'running' THEN $2::integer ELSE 0 END`,
);

const loose = `
  SELECT id AS "runId", dispatch, "accountId", token, token IS NOT NULL AND "workerId" = $1 AS "isOwn"
  FROM workflow_runs AS run
  WHERE status = 'running' AND "createdAt" < $2 AND id > $3 AND (token IS NULL OR "workerId" IS NULL OR "workerId" = $1
    OR NOT EXISTS (SELECT 1 FROM workflow_workers AS worker WHERE worker.id = run."workerId"))
  ORDER BY id LIMIT $4`;

interface Beginning {
  readonly row: RunRow;
  readonly first: RunEvent;
}

/** Speaks Postgres: the engine that it belongs to runs on nothing else. */
@Injectable()
export class TypeormLeaseStore extends LeaseStore {
  private readonly beginnings = new Batches<Beginning>((some) => this.insert(some));

  constructor(
    private readonly database: Database,
    private readonly growth: StorageGrowth,
  ) {
    super();
  }

  begin(run: Run, first: RunEvent, holder: LeaseHolder): Promise<void> {
    this.growth.grew('runBytes', run.accountId, run.bytes);
    return this.beginnings.add({ row: { ...toRow(run), ...holder }, first });
  }

  async claim({ runId, dispatch }: RunOrder, holder: LeaseHolder, previous?: string): Promise<boolean> {
    const { token, workerId } = holder;
    const found = await this.changed(claim, [runId, dispatch, token, workerId, previous ?? null]);
    return found.length > 0;
  }

  async listHeld(leases: readonly Lease[]): Promise<LeasedRun[]> {
    const tokens = new Map(leases.map(({ runId, token }) => [runId, token]));
    const rows = await this.database.manager.find(WorkflowRunEntity, {
      select: { id: true, token: true, cancelledAt: true },
      where: { id: In([...tokens.keys()]) },
    });
    return rows
      .filter(({ id, token }) => tokens.get(id) === token)
      .map(({ id, cancelledAt }) => ({ id, isCancelled: cancelledAt !== null }));
  }

  async wake(runId: string): Promise<OwnedOrder | undefined> {
    return (await this.changed<OwnedOrder>(wake, [runId]))[0];
  }

  wakeDue(until: number, limit: number): Promise<OwnedOrder[]> {
    return this.changed<OwnedOrder>(wakeDue, [until, limit]);
  }

  seize(workerId: string, counts: boolean, limit: number): Promise<SeizedRun[]> {
    return this.changed<SeizedRun>(seize, [workerId, counts ? 1 : 0, limit]);
  }

  async renew({ runId, dispatch, token }: LooseRun): Promise<OwnedOrder | undefined> {
    return (await this.changed<OwnedOrder>(renew, [runId, dispatch, token]))[0];
  }

  listLoose(workerId: string, before: number, after: string, limit: number): Promise<LooseRun[]> {
    return this.database.manager.query<LooseRun[]>(loose, [workerId, before, after, limit]);
  }

  hasUnclaimed(): Promise<boolean> {
    return this.database.manager.existsBy(WorkflowRunEntity, { status: 'running', token: IsNull() });
  }

  private async insert(some: readonly Beginning[]): Promise<void> {
    await this.database.manager.query(begin, [
      ...columns(
        some.map(({ row }) => row),
        runNames,
      ),
      ...columns(
        some.map(({ first }) => first),
        eventNames,
      ),
    ]);
  }

  private async changed<T>(statement: string, parameters: readonly unknown[]): Promise<T[]> {
    const [rows] = await this.database.manager.query<[T[], number]>(statement, [...parameters]);
    return rows;
  }
}

/** Parameters from the `first` on, each an array of the values of a column. */
function arrayFrom(first: number) {
  return (type: string, index: number) => `$${String(first + index)}::${type}[]`;
}
