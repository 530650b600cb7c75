import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { WorkerStore, type SilentWorker } from './worker-store.port.js';
import { WorkflowWorkerEntity } from './workflow-worker.entity.js';

/** Milliseconds since the epoch by the one clock that all workers share. */
const databaseNow = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

const beat = `
  INSERT INTO workflow_workers (id, "seenAt") VALUES ($1::varchar, ${databaseNow})
  ON CONFLICT (id) DO UPDATE SET "seenAt" = excluded."seenAt"`;

/** Whoever takes it over marks it as seen, so that others come only when that one falls silent as well. */
const takeSilent = `
  UPDATE workflow_workers AS worker SET "seenAt" = ${databaseNow}
  FROM (SELECT id, "seenAt" FROM workflow_workers WHERE "seenAt" < ${databaseNow} - $1::bigint LIMIT 1 FOR UPDATE SKIP LOCKED) AS silent
  WHERE worker.id = silent.id RETURNING worker.id, silent."seenAt" = 0 AS "left", worker."seenAt"::float8 AS "seenAt"`;

/** Speaks Postgres: the engine that it belongs to runs on nothing else. */
@Injectable()
export class TypeormWorkerStore extends WorkerStore {
  constructor(private readonly database: Database) {
    super();
  }

  async beat(workerId: string): Promise<void> {
    await this.database.write((manager) => manager.query(beat, [workerId]));
  }

  async leave(workerId: string): Promise<void> {
    await this.database.write((manager) =>
      manager.update(WorkflowWorkerEntity, { id: workerId }, { seenAt: 0 }),
    );
  }

  async takeSilent(ms: number): Promise<SilentWorker | undefined> {
    const [rows] = await this.database.write((manager) =>
      manager.query<[SilentWorker[], number]>(takeSilent, [ms]),
    );
    return rows[0];
  }

  async forget({ id, seenAt }: SilentWorker): Promise<void> {
    await this.database.write((manager) => manager.delete(WorkflowWorkerEntity, { id, seenAt }));
  }
}
