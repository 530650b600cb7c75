import { Injectable } from '@nestjs/common';
import { In, LessThan, MoreThan } from 'typeorm';
import { Database } from '../../../platform/database/database.js';
import { WorkflowRunEntity } from '../../runs/workflow-run.entity.js';
import type { StrandHold } from './strand.js';
import { StrandStore, type RunningRun, type StrandRows } from './strand-store.port.js';
import { WorkflowStrandEntity } from './workflow-strand.entity.js';
import { WorkflowWorkerEntity } from './workflow-worker.entity.js';

/** Milliseconds since the epoch by the one clock that all workers share. */
const databaseNow = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

const claim = `
  INSERT INTO workflow_strands (id, "runId", token, open, seq, place)
  SELECT $1::varchar, $2::varchar, $3::varchar, true,
    CASE WHEN $4::boolean THEN coalesce((SELECT max(seq) FROM workflow_run_events WHERE "runId" = $2), 0) ELSE 0 END,
    CASE WHEN $4::boolean THEN coalesce((SELECT max(place) FROM workflow_journal WHERE "runId" = $2), 0) ELSE 0 END
  ON CONFLICT (id) DO UPDATE SET token = excluded.token WHERE workflow_strands.open
  RETURNING (xmax = 0) AS fresh`;

/** Numbers are taken and rows written in one statement: on the way of every step a round trip counts. */
const add = `
  WITH held AS (
    UPDATE workflow_strands AS root SET seq = seq + cardinality($5::varchar[]), place = place + cardinality($8::varchar[])
    WHERE id = $1::varchar AND open AND CASE WHEN $2::varchar = $1 THEN token = $3::varchar
      ELSE EXISTS (SELECT FROM workflow_strands AS branch WHERE branch.id = $2 AND branch.open AND branch.token = $3) END
    RETURNING seq, place
  ), events AS (
    INSERT INTO workflow_run_events ("runId", seq, type, at, data)
    SELECT $4::varchar, held.seq - cardinality($5) + event.number, event.type, event.at, event.data
    FROM held, unnest($5, $6::bigint[], $7::text[]) WITH ORDINALITY AS event (type, at, data, number)
  ), entries AS (
    INSERT INTO workflow_journal ("runId", place, kind, key, value)
    SELECT $4, held.place - cardinality($8) + entry.number, entry.kind, entry.key, entry.value
    FROM held, unnest($8, $9::text[], $10::text[]) WITH ORDINALITY AS entry (kind, key, value, number)
  ) SELECT seq FROM held`;

const lock = 'SELECT seq FROM workflow_strands WHERE id = $1 AND open FOR UPDATE';

const close = `
  INSERT INTO workflow_strands (id, "runId", token, open, seq, place)
  SELECT unnest($2::varchar[]), $1::varchar, '', false, 0, 0 ON CONFLICT (id) DO UPDATE SET open = false`;

const beat = `
  INSERT INTO workflow_workers (id, "seenAt") VALUES ($1::varchar, ${databaseNow})
  ON CONFLICT (id) DO UPDATE SET "seenAt" = excluded."seenAt"`;

/** Whoever takes it over marks it as seen, so that others come only when that one falls silent as well. */
const takeSilent = `
  UPDATE workflow_workers AS worker SET "seenAt" = ${databaseNow}
  FROM (SELECT id, "seenAt" FROM workflow_workers WHERE "seenAt" < ${databaseNow} - $1::bigint LIMIT 1 FOR UPDATE SKIP LOCKED) AS silent
  WHERE worker.id = silent.id RETURNING worker.id, silent."seenAt" = 0 AS "left"`;

/** Speaks Postgres: the engine that it belongs to runs on nothing else. */
@Injectable()
export class TypeormStrandStore extends StrandStore {
  constructor(private readonly database: Database) {
    super();
  }

  claim({ id, rootId, runId, token }: StrandHold): Promise<{ readonly fresh: boolean } | undefined> {
    return this.database.write(async (manager) => {
      const rows = await manager.query<{ fresh: boolean }[]>(claim, [id, runId, token, id === rootId]);
      const run = await manager.findOne(WorkflowRunEntity, {
        select: { id: true, status: true },
        where: { id: runId },
        lock: { mode: 'pessimistic_read' },
      });
      const isOpen = run?.status === 'running' || run?.status === 'waiting';
      if (!isOpen) await this.close(runId, [id]);
      return isOpen ? rows[0] : undefined;
    });
  }

  async add(
    { id, rootId, runId, token }: StrandHold,
    { entries, events }: StrandRows,
  ): Promise<number | undefined> {
    const [row] = await this.database.manager.query<{ seq: number }[]>(add, [
      ...[rootId, id, token, runId],
      ...[events.map(({ type }) => type), events.map(({ at }) => at)],
      events.map(({ data }) => JSON.stringify(data)),
      ...[entries.map(({ kind }) => kind), entries.map(({ key }) => key)],
      entries.map(({ value }) => JSON.stringify(value)),
    ]);
    return row?.seq;
  }

  async lock(rootId: string): Promise<number | undefined> {
    const [row] = await this.database.manager.query<{ seq: number }[]>(lock, [rootId]);
    return row?.seq;
  }

  async keepHeld({ id, token }: StrandHold): Promise<boolean> {
    const row = await this.database.manager.findOne(WorkflowStrandEntity, {
      where: { id, token, open: true },
      lock: { mode: 'pessimistic_read' },
    });
    return row !== null;
  }

  async stateOf({ id, token }: StrandHold): Promise<'held' | 'lost' | 'closed'> {
    const row = await this.database.manager.findOneBy(WorkflowStrandEntity, { id });
    if (row?.open !== true) return 'closed';
    return row.token === token ? 'held' : 'lost';
  }

  async closeRun(runId: string): Promise<void> {
    await this.database.write((manager) =>
      manager.update(WorkflowStrandEntity, { runId, open: true }, { open: false }),
    );
  }

  async close(runId: string, ids: readonly string[]): Promise<void> {
    await this.database.write((manager) => manager.query(close, [runId, ids]));
  }

  async listOpen(runIds: readonly string[]): Promise<string[]> {
    const rows = await this.database.manager.find(WorkflowStrandEntity, {
      select: { id: true },
      where: { runId: In(runIds), open: true },
    });
    return rows.map(({ id }) => id);
  }

  async listTakenSignals(runId: string): Promise<string[]> {
    const rows = await this.database.manager.query<{ value: string }[]>(
      `SELECT value FROM workflow_journal WHERE "runId" = $1 AND kind = 'signal'`,
      [runId],
    );
    return rows.map(({ value }) => (JSON.parse(value) as { id: string }).id);
  }

  listRunning(before: number, after: string, limit: number): Promise<RunningRun[]> {
    return this.database.manager.find(WorkflowRunEntity, {
      select: { id: true, attempt: true },
      where: { status: 'running', createdAt: LessThan(before), id: MoreThan(after) },
      order: { id: 'ASC' },
      take: limit,
    });
  }

  async listOpenRuns(runIds: readonly string[]): Promise<string[]> {
    const rows = await this.database.manager.find(WorkflowRunEntity, {
      select: { id: true },
      where: { id: In(runIds), status: In(['running', 'waiting']) },
    });
    return rows.map(({ id }) => id);
  }

  async beat(workerId: string): Promise<void> {
    await this.database.write((manager) => manager.query(beat, [workerId]));
  }

  async leave(workerId: string): Promise<void> {
    await this.database.write((manager) =>
      manager.update(WorkflowWorkerEntity, { id: workerId }, { seenAt: 0 }),
    );
  }

  async takeSilent(ms: number): Promise<{ readonly id: string; readonly left: boolean } | undefined> {
    const [rows] = await this.database.write((manager) =>
      manager.query<[{ id: string; left: boolean }[], number]>(takeSilent, [ms]),
    );
    return rows[0];
  }

  async forgetWorker(workerId: string): Promise<void> {
    await this.database.write((manager) => manager.delete(WorkflowWorkerEntity, { id: workerId }));
  }
}
