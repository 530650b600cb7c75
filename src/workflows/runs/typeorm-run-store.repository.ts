import { Injectable } from '@nestjs/common';
import { In, IsNull, LessThan, LessThanOrEqual, MoreThan } from 'typeorm';
import type { JsonObject, JsonValue } from '../../kernel/json/json.js';
import type { PageRequest } from '../../kernel/page.js';
import { Database } from '../../platform/database/database.js';
import { GroupCommit } from '../../platform/database/group-commit.js';
import type { WorkflowError } from '../interpreter/workflow-error.js';
import { RunStore, type RunChange, type RunFilter } from './run-store.port.js';
import type { BoundCall, Run, RunOfAccount, RunOutcome, RunStatus, StoredSignal } from './run.js';
import type { RunEvent } from './run-event.js';
import { WorkflowRunEventEntity } from './workflow-run-event.entity.js';
import { WorkflowRunEntity } from './workflow-run.entity.js';
import { WorkflowSignalEntity } from './workflow-signal.entity.js';

const open: readonly RunStatus[] = ['running', 'waiting'];

/** Both databases bound the number of values in a statement. */
const rowsAtOnce = 500;

@Injectable()
export class TypeormRunStore extends RunStore {
  constructor(
    private readonly database: Database,
    private readonly commits: GroupCommit,
  ) {
    super();
  }

  insert(run: Run, first: RunEvent): Promise<void> {
    return this.commits.write(() => this.add(run, first));
  }

  async add({ start: { kind, ...details }, ...run }: Run, first: RunEvent): Promise<void> {
    await this.database.write(async (manager) => {
      await manager
        .createQueryBuilder()
        .insert()
        .into(WorkflowRunEntity)
        .values({
          ...run,
          ...toColumns(run),
          input: JSON.stringify(run.input),
          output: null,
          error: null,
          wakeAt: null,
          token: null,
          startKind: kind,
          startDetails: Object.keys(details).length === 0 ? null : JSON.stringify(details),
        })
        .updateEntity(false)
        .execute();
      await this.addEvents([first]);
    });
  }

  async find(id: string): Promise<Run | undefined> {
    const row = await this.database.manager.findOneBy(WorkflowRunEntity, { id });
    return row === null ? undefined : toRun(row);
  }

  async findByStartKey(startKey: string): Promise<Run | undefined> {
    const row = await this.database.manager.findOneBy(WorkflowRunEntity, { startKey });
    return row === null ? undefined : toRun(row);
  }

  async list(
    { appId, workflow, status, tokenId }: RunFilter,
    { limit, cursor }: PageRequest,
  ): Promise<Run[]> {
    const rows = await this.database.manager.find(WorkflowRunEntity, {
      where: {
        appId,
        ...(workflow === undefined ? {} : { workflow }),
        ...(status === undefined ? {} : { status }),
        ...(tokenId === undefined ? {} : { tokenId }),
        ...(cursor === undefined ? {} : { id: LessThan(cursor) }),
      },
      order: { id: 'DESC' },
      take: limit,
    });
    return rows.map(toRun);
  }

  countOpen(appId: string): Promise<number> {
    return this.database.manager.countBy(WorkflowRunEntity, { appId, status: In(open) });
  }

  async versionsInUse(appId: string): Promise<number[]> {
    const rows = await this.database.manager
      .createQueryBuilder(WorkflowRunEntity, 'run')
      .select('DISTINCT run.configVersion', 'version')
      .where('run.appId = :appId AND run.status <> :completed', { appId, completed: 'completed' })
      .getRawMany<{ version: number }>();
    return rows.map(({ version }) => version);
  }

  async update(id: string, change: RunChange): Promise<void> {
    await this.database.write((manager) => manager.update(WorkflowRunEntity, { id }, toColumns(change)));
  }

  async updateIn(id: string, statuses: readonly RunStatus[], change: RunChange): Promise<boolean> {
    const { affected } = await this.database.write((manager) =>
      manager.update(WorkflowRunEntity, { id, status: In(statuses) }, toColumns(change)),
    );
    return affected === 1;
  }

  async end(runId: string, outcome: RunOutcome, last: Omit<RunEvent, 'seq'>): Promise<RunEvent | undefined> {
    let event: RunEvent | undefined;
    await this.commits.write(async () => {
      event = undefined;
      const change = { ...toColumns({ ...outcome, endedAt: last.at, wakeAt: null }), token: null };
      const { affected } = await this.database.manager.update(
        WorkflowRunEntity,
        { id: runId, status: In(open) },
        change,
      );
      if (affected !== 1) return;
      event = { ...last, seq: (await this.lastSeq(runId)) + 1 };
      await this.addEvents([event]);
    });
    return event;
  }

  async addEvents(events: readonly RunEvent[]): Promise<void> {
    await this.database.write(async (manager) => {
      for (let start = 0; start < events.length; start += rowsAtOnce)
        await manager
          .createQueryBuilder()
          .insert()
          .into(WorkflowRunEventEntity)
          .values(
            events
              .slice(start, start + rowsAtOnce)
              .map((event) => ({ ...event, data: JSON.stringify(event.data) })),
          )
          .updateEntity(false)
          .execute();
    });
  }

  async listEvents(runId: string, after: number, limit: number): Promise<RunEvent[]> {
    const rows = await this.database.manager.find(WorkflowRunEventEntity, {
      where: { runId, seq: MoreThan(after) },
      order: { seq: 'ASC' },
      take: limit,
    });
    return rows.map(({ seq, type, at, data }) => ({
      ...{ runId, seq, type, at },
      data: JSON.parse(data) as JsonObject,
    }));
  }

  async lastSeq(runId: string): Promise<number> {
    return (await this.database.manager.maximum(WorkflowRunEventEntity, 'seq', { runId })) ?? 0;
  }

  async addSignal(signal: StoredSignal): Promise<void> {
    await this.database.write((manager) =>
      manager.insert(WorkflowSignalEntity, {
        ...signal,
        data: JSON.stringify(signal.data),
        boundTo: signal.boundTo === null ? null : JSON.stringify(signal.boundTo),
      }),
    );
  }

  countSignals(runId: string): Promise<number> {
    return this.database.manager.countBy(WorkflowSignalEntity, { runId });
  }

  async listSignals(runId: string): Promise<StoredSignal[]> {
    const rows = await this.database.manager.find(WorkflowSignalEntity, {
      where: { runId },
      order: { id: 'ASC' },
    });
    return rows.map(({ data, boundTo, ...row }) => ({
      ...row,
      data: JSON.parse(data) as JsonValue,
      boundTo: boundTo === null ? null : (JSON.parse(boundTo) as BoundCall),
    }));
  }

  async useSignal(id: string, usedFor: string): Promise<boolean> {
    const { affected } = await this.database.write((manager) =>
      manager.update(WorkflowSignalEntity, { id, usedFor: IsNull() }, { usedFor }),
    );
    return affected === 1;
  }

  async bindSignal(id: string, boundTo: BoundCall): Promise<void> {
    await this.database.write((manager) =>
      manager.update(WorkflowSignalEntity, { id, boundTo: IsNull() }, { boundTo: JSON.stringify(boundTo) }),
    );
  }

  async listDue(until: number, limit: number): Promise<RunOfAccount[]> {
    return this.database.manager.find(WorkflowRunEntity, {
      select: { id: true, accountId: true },
      where: { wakeAt: LessThanOrEqual(until) },
      order: { wakeAt: 'ASC' },
      take: limit,
    });
  }

  async wakeInterrupted(now: number): Promise<void> {
    await this.database.write((manager) =>
      manager.update(WorkflowRunEntity, { status: 'running', wakeAt: IsNull() }, { wakeAt: now }),
    );
  }

  async removeEnded(before: number, limit: number): Promise<number> {
    return this.database.write(async (manager) => {
      const rows = await manager.find(WorkflowRunEntity, {
        select: { id: true },
        where: { endedAt: LessThan(before) },
        take: limit,
      });
      if (rows.length > 0) await manager.delete(WorkflowRunEntity, { id: In(rows.map(({ id }) => id)) });
      return rows.length;
    });
  }
}

function toColumns({ output, error, ...change }: RunChange): Partial<WorkflowRunEntity> {
  return {
    ...change,
    ...(output === undefined ? {} : { output: JSON.stringify(output) }),
    ...(error === undefined ? {} : { error: error === null ? null : JSON.stringify(error) }),
  };
}

function toRun({ input, output, error, wakeAt: _wakeAt, token: _token, ...columns }: WorkflowRunEntity): Run {
  const { startKind, startDetails, ...row } = columns;
  return {
    ...row,
    start: {
      ...(startDetails === null ? {} : (JSON.parse(startDetails) as object)),
      kind: startKind ?? (row.userId === null ? 'key' : 'user'),
    },
    input: JSON.parse(input) as JsonValue,
    ...(output === null ? {} : { output: JSON.parse(output) as JsonValue }),
    ...(error === null ? {} : { error: JSON.parse(error) as WorkflowError }),
  };
}
