import { Injectable } from '@nestjs/common';
import { In, IsNull, LessThan, LessThanOrEqual, MoreThanOrEqual, Not } from 'typeorm';
import type { JsonObject, JsonRecord } from '../../kernel/json/json.js';
import { Database } from '../../platform/database/database.js';
import { RawStatement } from '../../platform/database/raw-rows.js';
import { firstBytes, sumOfBytes } from '../../platform/storage/first-bytes.js';
import { StorageGrowth } from '../../platform/storage/storage-growth.js';
import { AppEntity } from '../../apps/app/app.entity.js';
import { WorkflowRunEntity } from '../runs/rows/workflow-run.entity.js';
import { WorkflowSignalEntity } from '../runs/rows/workflow-signal.entity.js';
import type { EventTerms } from '../definition/event-filter.js';
import { EventStore, type OpenWait, type PastEvents } from './event-store.port.js';
import type { DueEvent, EventSet, EventWait, WorkflowEvent } from './workflow-event.js';
import { WorkflowDueEventEntity } from './workflow-due-event.entity.js';
import { WorkflowEventSetEntity } from './workflow-event-set.entity.js';
import { WorkflowEventWaitEntity } from './workflow-event-wait.entity.js';
import { WorkflowEventEntity } from './workflow-event.entity.js';

const appsAtOnce = 50;
/** About what a row takes up beside its texts, with its indexes. */
const rowBytes = 700;
/** Rows that are removed in one transaction. */
const removedAtOnce = 20;

@Injectable()
export class TypeormEventStore extends EventStore {
  constructor(
    private readonly database: Database,
    private readonly growth: StorageGrowth,
  ) {
    super();
  }

  lock(appId: string): Promise<void> {
    return this.database.takeTurn(`events ${appId}`);
  }

  async add({ event, correlation, ...row }: WorkflowEvent): Promise<boolean> {
    if ((await this.find(row.id)) !== undefined) return false;
    const columns = { event: JSON.stringify(event), correlation: JSON.stringify(correlation) };
    const bytes = rowBytes + Buffer.byteLength(columns.event) + Buffer.byteLength(columns.correlation);
    await this.database.write((manager) =>
      manager
        .createQueryBuilder()
        .insert()
        .into(WorkflowEventEntity)
        .values({ ...row, ...columns, bytes })
        .orIgnore()
        .updateEntity(false)
        .execute(),
    );
    await this.grew(row.appId, bytes);
    return true;
  }

  async find(id: string): Promise<WorkflowEvent | undefined> {
    const row = await this.database.manager.findOneBy(WorkflowEventEntity, { id });
    return row === null ? undefined : toEvent(row);
  }

  async listDue(now: number, limit: number): Promise<WorkflowEvent[]> {
    const rows = await this.database.manager.find(WorkflowEventEntity, {
      where: { dueAt: LessThanOrEqual(now) },
      order: { dueAt: 'ASC', id: 'ASC' },
      take: limit,
    });
    return rows.map(toEvent);
  }

  async defer(id: string, dueAt: number): Promise<void> {
    await this.database.write((manager) =>
      manager.update(WorkflowEventEntity, { id, dueAt: Not(IsNull()) }, { dueAt }),
    );
  }

  async settle(id: string): Promise<boolean> {
    const { affected } = await this.database.write((manager) =>
      manager.update(WorkflowEventEntity, { id, dueAt: Not(IsNull()) }, { dueAt: null }),
    );
    return affected === 1;
  }

  async listPast({ appId, types, since, runId }: PastEvents, limit: number): Promise<string[]> {
    const { manager } = this.database;
    const had = await manager.find(WorkflowSignalEntity, {
      select: { eventId: true },
      where: { runId, eventId: Not(IsNull()) },
    });
    const known = new Set(had.map(({ eventId }) => eventId));
    const rows = await manager.find(WorkflowEventEntity, {
      select: { id: true },
      where: { appId, type: In([...types]), at: MoreThanOrEqual(since), dueAt: IsNull() },
      order: { at: 'ASC', id: 'ASC' },
      take: limit,
    });
    return rows.flatMap(({ id }) => (known.has(id) ? [] : [id]));
  }

  async prune(before: number, most: number): Promise<void> {
    await this.database.write((manager) =>
      manager.delete(WorkflowEventEntity, { at: LessThan(before), dueAt: IsNull() }),
    );
    await this.database.write((manager) => manager.delete(WorkflowEventSetEntity, { at: LessThan(before) }));
    const full = await this.database.manager
      .createQueryBuilder(WorkflowEventEntity, 'event')
      .select('event.appId', 'appId')
      .groupBy('event.appId')
      .having('COUNT(*) > :most', { most })
      .limit(appsAtOnce)
      .getRawMany<{ appId: string }>();
    for (const { appId } of full) await this.pruneApp(appId, most);
    await this.database.write((manager) =>
      manager
        .createQueryBuilder()
        .delete()
        .from(WorkflowEventWaitEntity)
        .where(`"runId" IN (SELECT id FROM workflow_runs WHERE "endedAt" IS NOT NULL)`)
        .execute(),
    );
  }

  async measure(accountId: string): Promise<number> {
    const statement = new RawStatement(this.database.isPostgres);
    const sumOf = (table: string, bytes: string) =>
      `(SELECT coalesce(sum(${bytes}), 0) FROM ${table} WHERE "appId" IN (SELECT id FROM apps WHERE "accountId" = ${statement.value(accountId)}))`;
    const [row] = await this.database.manager.query<{ bytes: string | number }[]>(
      `SELECT ${sumOf('workflow_events', 'bytes')} + ${sumOf('workflow_due_events', 'octet_length(event)')}
        + ${sumOf('workflow_event_sets', 'octet_length(events) + octet_length("values")')} AS bytes`,
      statement.values,
    );
    return Number(row?.bytes ?? 0);
  }

  async removeOldest(accountId: string, bytes: number): Promise<number> {
    const found = await this.database.manager
      .createQueryBuilder(WorkflowEventEntity, 'event')
      .select(['event.id', 'event.bytes'])
      .innerJoin(AppEntity, 'app', 'app.id = event.appId')
      .where('app.accountId = :accountId AND event.dueAt IS NULL', { accountId })
      .orderBy('event.at')
      .limit(removedAtOnce)
      .getMany();
    const old = firstBytes(found, bytes);
    const ids = old.map(({ id }) => id);
    if (ids.length > 0) await this.database.write((manager) => manager.delete(WorkflowEventEntity, ids));
    return sumOfBytes(old);
  }

  async addWaits(waits: readonly EventWait[]): Promise<void> {
    if (waits.length === 0) return;
    const rows = waits.map((wait) => ({ ...wait, terms: JSON.stringify(wait.terms) }));
    await this.database.write(async (manager) => {
      await manager
        .createQueryBuilder()
        .insert()
        .into(WorkflowEventWaitEntity)
        .values(rows)
        .orIgnore()
        .updateEntity(false)
        .execute();
      // They go when the run goes on; what it has written counts all the same.
      for (const { runId: id, terms } of rows) {
        const more = String(rowBytes + Buffer.byteLength(terms));
        await manager.update(WorkflowRunEntity, { id }, { bytes: () => `bytes + ${more}` });
      }
    });
  }

  async listWaits(appId: string, type: string, onlyOf: string | null): Promise<OpenWait[]> {
    const { manager } = this.database;
    const rows = await manager.find(WorkflowEventWaitEntity, {
      where: { appId, type },
      order: { runId: 'ASC', wait: 'ASC', place: 'ASC' },
    });
    const open = await manager.find(WorkflowRunEntity, {
      select: { id: true, accountId: true },
      where: {
        ...{ appId, status: In(['running', 'waiting']) },
        ...(onlyOf === null ? {} : { tokenId: onlyOf }),
      },
    });
    const accounts = new Map(open.map(({ id, accountId }) => [id, accountId]));
    return rows.flatMap((row) => {
      const accountId = accounts.get(row.runId);
      return accountId === undefined ? [] : [{ ...toWait(row), accountId }];
    });
  }

  async listWaitsOf(runId: string, wait: string): Promise<EventWait[]> {
    const rows = await this.database.manager.find(WorkflowEventWaitEntity, {
      where: { runId, wait },
      order: { place: 'ASC' },
    });
    return rows.map(toWait);
  }

  hasWait({ runId, wait, place, terms }: EventWait): Promise<boolean> {
    const where = { runId, wait, place, terms: JSON.stringify(terms) };
    return this.database.manager.existsBy(WorkflowEventWaitEntity, where);
  }

  async takeWait({ runId, wait, place, terms }: EventWait): Promise<boolean> {
    const { affected } = await this.database.write((manager) =>
      manager.delete(WorkflowEventWaitEntity, { runId, wait, place, terms: JSON.stringify(terms) }),
    );
    return affected === 1;
  }

  async changeWait({ runId, wait, place, terms }: EventWait): Promise<void> {
    await this.database.write((manager) =>
      manager.update(WorkflowEventWaitEntity, { runId, wait, place }, { terms: JSON.stringify(terms) }),
    );
  }

  async removeWaits(runId: string, wait: string): Promise<void> {
    await this.database.write((manager) => manager.delete(WorkflowEventWaitEntity, { runId, wait }));
  }

  async addDue({ events, ...due }: DueEvent): Promise<void> {
    const event = JSON.stringify(events);
    await this.database.write((manager) => manager.insert(WorkflowDueEventEntity, { ...due, event }));
    await this.grew(due.appId, Buffer.byteLength(event));
  }

  countDue(appId: string, workflow: string): Promise<number> {
    return this.database.manager.countBy(WorkflowDueEventEntity, { appId, workflow });
  }

  async findDue(appId: string, workflow: string): Promise<DueEvent | undefined> {
    const row = await this.database.manager.findOne(WorkflowDueEventEntity, {
      where: { appId, workflow },
      order: { at: 'ASC', eventId: 'ASC' },
    });
    if (row === null) return undefined;
    const { eventId, event, depth, rootId, at } = row;
    const events = [JSON.parse(event) as JsonObject | JsonObject[]].flat();
    return { appId, workflow, eventId, events, depth, rootId, at };
  }

  async removeDue({ appId, workflow, eventId }: DueEvent): Promise<void> {
    await this.database.write((manager) =>
      manager.delete(WorkflowDueEventEntity, { appId, workflow, eventId }),
    );
  }

  async listSets(appId: string, workflow: string): Promise<EventSet[]> {
    const rows = await this.database.manager.find(WorkflowEventSetEntity, {
      where: { appId, workflow },
      order: { id: 'ASC' },
    });
    return rows.map(({ events, values, ...row }) => ({
      ...row,
      events: JSON.parse(events) as EventSet['events'],
      values: JSON.parse(values) as JsonRecord,
    }));
  }

  async putSet({ events, values, ...row }: EventSet): Promise<void> {
    const columns = { events: JSON.stringify(events), values: JSON.stringify(values) };
    await this.database.write((manager) => manager.save(WorkflowEventSetEntity, { ...row, ...columns }));
    await this.grew(row.appId, Buffer.byteLength(columns.events) + Buffer.byteLength(columns.values));
  }

  async removeSet(id: string): Promise<void> {
    await this.database.write((manager) => manager.delete(WorkflowEventSetEntity, { id }));
  }

  private async grew(appId: string, bytes: number): Promise<void> {
    const app = await this.database.manager.findOne(AppEntity, {
      select: { accountId: true },
      where: { id: appId },
    });
    if (app !== null) this.growth.grew('eventBytes', app.accountId, bytes);
  }

  /** What is as old as the oldest that stays, stays too. */
  private async pruneApp(appId: string, most: number): Promise<void> {
    const [oldest] = await this.database.manager.find(WorkflowEventEntity, {
      select: { at: true },
      where: { appId },
      order: { at: 'DESC' },
      skip: most - 1,
      take: 1,
    });
    if (oldest === undefined) return;
    await this.database.write((manager) =>
      manager.delete(WorkflowEventEntity, { appId, at: LessThan(oldest.at), dueAt: IsNull() }),
    );
  }
}

function toEvent({ event, correlation, bytes: _bytes, ...row }: WorkflowEventEntity): WorkflowEvent {
  return {
    ...row,
    event: JSON.parse(event) as JsonObject,
    correlation: JSON.parse(correlation) as JsonRecord,
  };
}

function toWait({ terms, ...row }: WorkflowEventWaitEntity): EventWait {
  return { ...row, terms: JSON.parse(terms) as EventTerms };
}
