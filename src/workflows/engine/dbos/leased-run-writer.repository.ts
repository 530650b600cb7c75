import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { RunChange } from '../../runs/run-store.port.js';
import type { RunWrite } from '../journal/run-write.js';
import { RunWriter } from '../journal/run-writer.port.js';
import { columns } from './column-arrays.js';

/**
 * A run that is put aside while news has come for it is looked at all the same. Nobody gets the lease of a run between the look at it and the rows that are written under it. Whoever has it numbers them: a number that is
 * taken was written by a first try, whose answer was lost with the connection.
 */
const write = `
  WITH held AS (
    SELECT run.id FROM workflow_runs AS run
    JOIN unnest($1::varchar[], $2::varchar[]) AS lease (id, token) ON run.id = lease.id AND run.token = lease.token
    ORDER BY run.id FOR NO KEY UPDATE OF run
  ), events AS (
    INSERT INTO workflow_run_events ("runId", seq, type, at, data)
    SELECT event.* FROM unnest($3::varchar[], $4::integer[], $5::varchar[], $6::bigint[], $7::text[])
      AS event ("runId", seq, type, at, data) JOIN held ON held.id = event."runId"
    ON CONFLICT DO NOTHING
  ), entries AS (
    INSERT INTO workflow_journal ("runId", place, kind, key, value)
    SELECT entry.* FROM unnest($8::varchar[], $9::integer[], $10::varchar[], $11::text[], $12::text[])
      AS entry ("runId", place, kind, key, value) JOIN held ON held.id = entry."runId"
    ON CONFLICT DO NOTHING
  )`;

const change = `, changes AS (
    UPDATE workflow_runs AS run SET
      status = coalesce(change.status, run.status), output = coalesce(change.output, run.output),
      error = coalesce(change.error, run.error), recoveries = coalesce(change.recoveries, run.recoveries),
      "endedAt" = coalesce(change."endedAt", run."endedAt"),
      "wakeAt" = CASE WHEN NOT change.wakes THEN run."wakeAt"
        WHEN change.status = 'waiting' THEN coalesce(run."wakeAt", change."wakeAt") ELSE change."wakeAt" END,
      token = CASE WHEN change."endedAt" IS NULL THEN run.token END, bytes = run.bytes + coalesce(change."grownBytes", 0)
    FROM unnest($13::varchar[], $14::varchar[], $15::text[], $16::text[], $17::integer[], $18::bigint[], $19::bigint[], $20::boolean[], $21::bigint[])
      AS change (id, status, output, error, recoveries, "endedAt", "wakeAt", wakes, "grownBytes") JOIN held ON held.id = change.id
    WHERE run.id = change.id
  )`;

const heldIds = ' SELECT id FROM held';

/**
 * Writes under leases: a run that another process has taken over gets nothing more of this one. All of it is one statement, since on the way
 * of every step a round trip counts. Speaks Postgres: the engine that it belongs to runs on nothing else.
 */
@Injectable()
export class LeasedRunWriter extends RunWriter {
  readonly writable = true;

  constructor(private readonly database: Database) {
    super();
  }

  async write(take: () => readonly RunWrite[]): Promise<readonly RunWrite[]> {
    // The next step's first words come right after the end of the one before: one statement for both.
    await new Promise((resolve) => setImmediate(resolve));
    const writes = take();
    const leases = new Map(writes.map(({ runId, token }) => [runId, token]));
    // Of a run that was taken up anew in this process only what it writes by now.
    const current = writes.filter(({ runId, token }) => leases.get(runId) === token);
    const changes = changesOf(current);
    const rows = await this.database.manager.query<{ id: string }[]>(
      changes.length === 0 ? write + heldIds : write + change + heldIds,
      [
        ...[[...leases.keys()], [...leases.values()]],
        ...columns(
          current.flatMap(({ events }) =>
            events.map((event) => ({ ...event, data: JSON.stringify(event.data) })),
          ),
          ['runId', 'seq', 'type', 'at', 'data'],
        ),
        ...columns(
          current.flatMap(({ entries }) =>
            entries.map((entry) => ({ ...entry, value: JSON.stringify(entry.value) })),
          ),
          ['runId', 'place', 'kind', 'key', 'value'],
        ),
        ...(changes.length === 0 ? [] : columns(changes, changeNames)),
      ],
    );
    const held = new Set(rows.map(({ id }) => id));
    return writes.filter((one) => !current.includes(one) || !held.has(one.runId));
  }
}

const changeNames = [
  'id',
  'status',
  'output',
  'error',
  'recoveries',
  'endedAt',
  'wakeAt',
  'wakes',
  'grownBytes',
] as const;

interface IdentifiedChange extends RunChange {
  readonly id: string;
  /** Whether it says when the run is to be woken, be it never. */
  readonly wakes: boolean;
}

/** What becomes of each run: of several changes of one member the last. */
function changesOf(writes: readonly RunWrite[]) {
  const changes = new Map<string, IdentifiedChange>();
  for (const { runId: id, change } of writes) {
    if (change === undefined) continue;
    const before = changes.get(id);
    const wakes = before?.wakes === true || 'wakeAt' in change;
    const grownBytes = Math.round((before?.grownBytes ?? 0) + (change.grownBytes ?? 0));
    changes.set(id, { ...before, ...change, id, wakes, grownBytes });
  }
  return [...changes.values()].map(({ output, error, ...same }) => ({
    ...same,
    output: output === undefined ? undefined : JSON.stringify(output),
    error: error === undefined ? undefined : JSON.stringify(error),
  }));
}
