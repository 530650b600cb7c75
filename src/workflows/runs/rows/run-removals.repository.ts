import { In, type EntityManager } from 'typeorm';
import type { Database } from '../../../platform/database/database.js';
import { sumOfBytes } from '../../../platform/storage/first-bytes.js';
import { RawStatement } from '../../../platform/database/raw-rows.js';
import { WorkflowRunEntity } from './workflow-run.entity.js';

/** Rows of one transaction have at most about as many bytes: while SQLite overwrites them, all others wait. */
const bytesAtOnce = 1_048_576;
const rowsAtOnce = 500;

/** The tables of what a run has written, with the columns that order and fill them. */
const parts = [
  { table: 'workflow_run_events', key: 'seq', text: 'data' },
  { table: 'workflow_journal', key: 'place', text: 'value' },
  { table: 'workflow_signals', key: 'id', text: 'data' },
] as const;

/** A run that is to be removed, and about what it takes up. */
export type RemovedRun = Pick<WorkflowRunEntity, 'id' | 'bytes'>;

/** What the rows of a run take up, in SQL. */
export const measuredBytes = `2000 + octet_length(input) + coalesce(octet_length(document), 0) + coalesce(octet_length(output), 0)
  + coalesce(octet_length(error), 0)
  + (SELECT coalesce(sum(octet_length(value) + octet_length("key") + 120), 0) FROM workflow_journal WHERE "runId" = workflow_runs.id)
  + (SELECT coalesce(sum(octet_length(data) + 160), 0) FROM workflow_run_events WHERE "runId" = workflow_runs.id)
  + (SELECT coalesce(sum(octet_length(data) + 400), 0) FROM workflow_signals WHERE "runId" = workflow_runs.id)`;

/**
 * Removes the first of these runs, as many as fit into one short transaction. A run that does not fit is hidden, and loses some of its rows;
 * the next call goes on with it. Resolves to the bytes that were removed.
 */
export async function removeSomeRuns(database: Database, runs: readonly RemovedRun[]): Promise<number> {
  const [first] = runs;
  if (first === undefined) return 0;
  let bytes = 0;
  const some = runs.filter((run) => (bytes += run.bytes) <= bytesAtOnce);
  if (some.length === 0) return removePartly(database, first);
  await database.write((manager) => manager.delete(WorkflowRunEntity, { id: In(some.map(({ id }) => id)) }));
  return sumOfBytes(some);
}

function removePartly(database: Database, run: RemovedRun): Promise<number> {
  return database.write(async (manager) => {
    let removed = 0;
    for (const part of parts) {
      removed += await removeRows(database, manager, run.id, part, bytesAtOnce - removed);
      if (removed >= bytesAtOnce) break;
    }
    const { id } = run;
    if (removed === 0) {
      await manager.delete(WorkflowRunEntity, { id });
      return run.bytes;
    }
    const left = Math.max(0, run.bytes - removed);
    await manager.update(
      WorkflowRunEntity,
      { id },
      { isRemoved: true, startKey: null, bodyKey: null, bytes: left },
    );
    return run.bytes - left;
  });
}

/** The oldest rows of a run in one table, up to `most` bytes and one row more. */
async function removeRows(
  { isPostgres }: Database,
  manager: EntityManager,
  runId: string,
  { table, key, text }: (typeof parts)[number],
  most: number,
): Promise<number> {
  const found = new RawStatement(isPostgres);
  const rows = await manager.query<{ key: string | number; bytes: string | number }[]>(
    `SELECT ${key} AS "key", octet_length(${text}) AS bytes FROM ${table} WHERE "runId" = ${found.value(runId)} ORDER BY ${key} LIMIT ${String(rowsAtOnce)}`,
    found.values,
  );
  let removed = 0;
  let last: string | number | undefined;
  for (const row of rows) {
    if (removed >= most) break;
    removed += Number(row.bytes) + 160;
    last = row.key;
  }
  if (last === undefined) return 0;
  const old = new RawStatement(isPostgres);
  const which = `"runId" = ${old.value(runId)} AND ${key} <= ${old.value(last)}`;
  await manager.query(`DELETE FROM ${table} WHERE ${which}`, old.values);
  return removed;
}
