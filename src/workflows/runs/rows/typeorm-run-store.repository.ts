import { Injectable } from '@nestjs/common';
import type { EntityManager, EntityTarget, FindOptionsWhere, ObjectLiteral } from 'typeorm';
import { And, In, IsNull, LessThan, LessThanOrEqual, MoreThan, MoreThanOrEqual } from 'typeorm';
import type { JsonObject } from '../../../kernel/json/json.js';
import type { PageRequest } from '../../../kernel/page.js';
import { Database } from '../../../platform/database/database.js';
import { GroupCommit } from '../../../platform/database/group-commit.js';
import { firstBytes } from '../../../platform/storage/first-bytes.js';
import { StorageGrowth } from '../../../platform/storage/storage-growth.js';
import { storedBytes } from '../../../platform/storage/stored-bytes.js';
import type { BoundCall } from '../../interpreter/tool-access.port.js';
import { bytesOfSignal } from '../run-bytes.js';
import { RunStore, type RunChange, type RunFilter, type RunSize } from '../run-store.port.js';
import type { Run, RunOfAccount, RunOutcome, RunStatus, SignalName, StoredSignal } from '../run.js';
import type { RunEvent } from '../run-event.js';
import { measuredBytes, removeSomeRuns } from './run-removals.repository.js';
import {
  concernsOthers,
  hasEndedParent,
  hasOpenAncestor,
  ifGrown,
  toColumns,
  toRow,
  toRun,
  toSignal,
  unlessDue,
} from './run-rows.repository.js';
import { WorkflowRunEventEntity } from './workflow-run-event.entity.js';
import { WorkflowRunEntity } from './workflow-run.entity.js';
import { WorkflowSignalEntity } from './workflow-signal.entity.js';

const open: readonly RunStatus[] = ['running', 'waiting'];
const ended: readonly RunStatus[] = ['completed', 'failed', 'cancelled'];

/** Both databases bound the number of values in a statement. */
const rowsAtOnce = 500;
const removedAtOnce = 50;
/** Of the type of a signal. */
const mostLetters = 128;

@Injectable()
export class TypeormRunStore extends RunStore {
  constructor(
    private readonly database: Database,
    private readonly commits: GroupCommit,
    private readonly growth: StorageGrowth,
  ) {
    super();
  }

  insert(run: Run, first: RunEvent): Promise<void> {
    return this.commits.write(() => this.add(run, first));
  }

  async add(run: Run, first: RunEvent): Promise<void> {
    await this.database.write(async (manager) => {
      await addRows(manager, WorkflowRunEntity, [toRow(run)]);
      await this.addEvents([first]);
    });
    this.growth.grew('runBytes', run.accountId, run.bytes);
  }

  async addChild(run: Run & { readonly parentId: string }, first: RunEvent): Promise<boolean> {
    return this.database.write(async (manager) => {
      const where = { id: run.parentId, status: In(open) };
      // On Postgres the parent cannot end before its child is there to be found.
      const lock = this.database.isPostgres ? ({ mode: 'pessimistic_read' } as const) : undefined;
      const parent = await manager.findOne(WorkflowRunEntity, {
        ...{ select: { id: true }, where },
        ...(lock === undefined ? {} : { lock }),
      });
      if (parent !== null) await this.add(run, first);
      return parent !== null;
    });
  }

  async find(id: string): Promise<Run | undefined> {
    const row = await this.database.manager.findOneBy(WorkflowRunEntity, { id, isRemoved: false });
    return row === null ? undefined : toRun(row);
  }

  async findByStartKey(startKey: string): Promise<Run | undefined> {
    const row = await this.database.manager.findOneBy(WorkflowRunEntity, { startKey });
    return row === null ? undefined : toRun(row);
  }

  async findByBodyKey(bodyKey: string): Promise<Run | undefined> {
    const row = await this.database.manager.findOneBy(WorkflowRunEntity, { bodyKey });
    return row === null ? undefined : toRun(row);
  }

  async list(
    { startedBy: startKind, since, until, workflows, ...same }: RunFilter,
    { limit, cursor }: PageRequest,
  ): Promise<Run[]> {
    const equal = Object.entries({ ...same, startKind }).filter(([, value]) => value !== undefined);
    if (workflows?.length === 0) return [];
    const begun = [
      ...(since === undefined ? [] : [MoreThanOrEqual(since)]),
      ...(until === undefined ? [] : [LessThan(until)]),
    ];
    const rows = await this.database.manager.find(WorkflowRunEntity, {
      where: {
        isRemoved: false,
        ...(workflows === undefined ? {} : { workflow: In(workflows) }),
        ...Object.fromEntries(equal),
        ...(begun.length === 0 ? {} : { createdAt: And(...begun) }),
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

  countDescendants(rootId: string): Promise<number> {
    return this.database.manager.countBy(WorkflowRunEntity, { rootId });
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
    await this.database.write((manager) =>
      manager.update(
        WorkflowRunEntity,
        { id },
        {
          ...{ ...toColumns(change), ...unlessDue(change), ...ifGrown(change) },
        },
      ),
    );
  }

  async updateIn(
    id: string,
    statuses: readonly RunStatus[],
    change: RunChange,
    attempt?: number,
  ): Promise<boolean> {
    const seen = { id, status: In(statuses), ...(attempt === undefined ? {} : { attempt }) };
    const { affected } = await this.database.write((manager) =>
      manager.update(WorkflowRunEntity, seen, { ...toColumns(change), ...ifGrown(change) }),
    );
    return affected === 1;
  }

  async end(runId: string, outcome: RunOutcome, last: Omit<RunEvent, 'seq'>): Promise<RunEvent | undefined> {
    let event: RunEvent | undefined;
    await this.commits.write(async () => {
      event = undefined;
      const change = {
        ...{ ...toColumns({ ...outcome, endedAt: last.at }), token: null },
        wakeAt: () => concernsOthers(last.at),
      };
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
    const rows = events.map((event) => ({ ...event, data: JSON.stringify(event.data) }));
    await this.database.write(async (manager) => {
      for (let start = 0; start < rows.length; start += rowsAtOnce)
        await addRows(manager, WorkflowRunEventEntity, rows.slice(start, start + rowsAtOnce));
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
    const { runId: id } = signal;
    const grownBytes = bytesOfSignal(signal);
    await this.database.write(async (manager) => {
      await manager.insert(WorkflowSignalEntity, {
        ...signal,
        data: JSON.stringify(signal.data),
        boundTo: signal.boundTo === null ? null : JSON.stringify(signal.boundTo),
      });
      await manager.update(WorkflowRunEntity, { id }, ifGrown({ grownBytes }));
      const run = await manager.findOne(WorkflowRunEntity, { select: { accountId: true }, where: { id } });
      if (run !== null) this.growth.grew('runBytes', run.accountId, grownBytes);
    });
  }

  countSignals(runId: string): Promise<number> {
    return this.database.manager.countBy(WorkflowSignalEntity, { runId, eventId: IsNull() });
  }

  listSignals(runId: string): Promise<StoredSignal[]> {
    return this.signals({ runId, eventId: IsNull() });
  }

  listSignalNames(runId: string): Promise<SignalName[]> {
    return this.database.manager.find(WorkflowSignalEntity, {
      select: { id: true, type: true, usedFor: true },
      where: { runId },
      order: { id: 'ASC' },
    });
  }

  findSignals(ids: readonly string[]): Promise<StoredSignal[]> {
    return this.signals({ id: In([...ids]) });
  }

  async removeSignals(ids: readonly string[]): Promise<void> {
    for (let start = 0; start < ids.length; start += rowsAtOnce) {
      const some = { id: In(ids.slice(start, start + rowsAtOnce)) };
      await this.database.write((manager) => manager.delete(WorkflowSignalEntity, some));
    }
  }

  private async signals(where: FindOptionsWhere<WorkflowSignalEntity>): Promise<StoredSignal[]> {
    const rows = await this.database.manager.find(WorkflowSignalEntity, { where, order: { id: 'ASC' } });
    return rows.map(toSignal);
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

  async spendSignal(id: string, type: string): Promise<void> {
    await this.database.write((manager) =>
      manager.update(WorkflowSignalEntity, { id }, { type: `spent/${type}`.slice(0, mostLetters) }),
    );
  }

  async listDue(until: number, limit: number): Promise<RunOfAccount[]> {
    return this.database.manager.find(WorkflowRunEntity, {
      select: { id: true, accountId: true },
      where: { status: In(open), wakeAt: LessThanOrEqual(until) },
      order: { wakeAt: 'ASC' },
      take: limit,
    });
  }

  async listUntold(now: number, limit: number): Promise<string[]> {
    const rows = await this.database.manager.find(WorkflowRunEntity, {
      select: { id: true },
      where: { status: In(ended), wakeAt: LessThanOrEqual(now) },
      order: { wakeAt: 'ASC' },
      take: limit,
    });
    return rows.map(({ id }) => id);
  }

  listBound(parentId: string, limit: number): Promise<RunOfAccount[]> {
    return this.database.manager
      .createQueryBuilder(WorkflowRunEntity, 'run')
      .select(['run.id', 'run.accountId'])
      .where({ parentId, isDetached: false, status: In(open), cancelledAt: IsNull() })
      .andWhere(hasEndedParent, { ended })
      .take(limit)
      .getMany();
  }

  async wakeInterrupted(now: number): Promise<void> {
    await this.database.write((manager) =>
      manager.update(WorkflowRunEntity, { status: 'running', wakeAt: IsNull() }, { wakeAt: now }),
    );
  }

  async removeEnded(before: number): Promise<boolean> {
    const rows = await this.database.manager.find(WorkflowRunEntity, {
      select: { id: true, bytes: true },
      where: { endedAt: LessThan(before) },
      order: { endedAt: 'ASC' },
      take: removedAtOnce,
    });
    await removeSomeRuns(this.database, rows);
    return rows.length > 0;
  }

  measure(accountId: string): Promise<number> {
    return storedBytes(this.database, 'workflow_runs', { accountId });
  }

  async measureRun(id: string): Promise<number> {
    const { manager } = this.database;
    await this.database.write((writing) =>
      writing.update(WorkflowRunEntity, { id }, { bytes: () => measuredBytes }),
    );
    return (await manager.findOne(WorkflowRunEntity, { select: { bytes: true }, where: { id } }))?.bytes ?? 0;
  }

  async removeOldest(accountId: string, bytes: number): Promise<number> {
    const rows = await this.database.manager
      .createQueryBuilder(WorkflowRunEntity, 'run')
      .select(['run.id', 'run.bytes'])
      .where('run.accountId = :accountId AND run.endedAt IS NOT NULL AND run.wakeAt IS NULL', { accountId })
      .andWhere(`NOT ${hasOpenAncestor}`, { open })
      .orderBy('run.id')
      .limit(removedAtOnce)
      .getMany();
    return removeSomeRuns(this.database, firstBytes(rows, bytes));
  }

  listLargestOpen(accountId: string, limit: number): Promise<RunSize[]> {
    return this.database.manager.find(WorkflowRunEntity, {
      select: { id: true, bytes: true },
      where: { accountId, endedAt: IsNull() },
      order: { bytes: 'DESC' },
      take: limit,
    });
  }
}

async function addRows(
  manager: EntityManager,
  entity: EntityTarget<ObjectLiteral>,
  rows: ObjectLiteral[],
): Promise<void> {
  await manager.createQueryBuilder().insert().into(entity).values(rows).updateEntity(false).execute();
}
