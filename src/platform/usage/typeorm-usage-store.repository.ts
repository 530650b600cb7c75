import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { EntityManager } from 'typeorm';
import { LessThan } from 'typeorm';
import { Database } from '../database/database.js';
import { quoted, RawStatement } from '../database/raw-rows.js';
import { StorageGrowth } from '../storage/storage-growth.js';
import { addTo, tallyKey, type Tally } from './tally.js';
import { UsageHourEntity } from './usage-hour.entity.js';
import { UsageMarkEntity } from './usage-mark.entity.js';
import { UsageStore, type UsageDimension, type UsageRange, type UsageRow } from './usage-store.port.js';

const keys = ['accountId', 'hour', 'server', 'tool', 'appId', 'userId', 'client'] as const;
const sums = ['calls', 'errors', 'ms', 'bytes', 'tokens'] as const;
const rowsAtOnce = 100;
const dayMs = 86_400_000;
/** About what a row takes up with its index: names of servers, tools and clients are bounded. */
const rowBytes = 300;
const hoursAtOnce = 24;
const removedAtOnce = 1000;

const columnOf: Readonly<Record<UsageDimension, string>> = {
  server: '"server"',
  tool: '"tool"',
  app: '"appId"',
  user: '"userId"',
  client: '"client"',
  day: `"hour" / ${String(dayMs)}`,
};

@Injectable()
export class TypeormUsageStore extends UsageStore {
  /** Clients that are in the database, by account and hour. */
  private readonly clients = new LRUCache<string, Set<string>>({ max: 2000 });

  constructor(
    private readonly database: Database,
    private readonly growth: StorageGrowth,
  ) {
    super();
  }

  async add(tallies: readonly Tally[], maxClients: number): Promise<void> {
    await this.database.write(async (manager) => {
      // One process at a time: else two would each find room for the last client, or wait for each other's rows.
      if (this.database.isPostgres) await manager.query('SELECT pg_advisory_xact_lock(470211)');
      const rows = await this.withFewClients(manager, tallies, maxClients);
      for (let at = 0; at < rows.length; at += rowsAtOnce)
        await this.addRows(manager, rows.slice(at, at + rowsAtOnce));
    });
    // Most rows are there already: what is counted too much is put right when the account is measured.
    for (const { accountId } of tallies) this.growth.grew('usageBytes', accountId, rowBytes);
  }

  async mark(process: string, at: number): Promise<void> {
    await this.database.write((manager) => manager.upsert(UsageMarkEntity, { process, at }, ['process']));
  }

  async unmark(process: string): Promise<void> {
    await this.database.write((manager) => manager.delete(UsageMarkEntity, { process }));
  }

  async earliestMark(since: number): Promise<number | undefined> {
    const marks = await this.database.manager.find(UsageMarkEntity);
    const dead = marks.filter(({ at }) => at < since);
    if (dead.length > 0)
      await this.database.write((manager) => manager.delete(UsageMarkEntity, { at: LessThan(since) }));
    const live = marks.filter(({ at }) => at >= since).map(({ at }) => at);
    return live.length === 0 ? undefined : Math.min(...live);
  }

  async sum({ accountId, from, to, userId, keysOf }: UsageRange, by: UsageDimension): Promise<UsageRow[]> {
    const statement = new RawStatement(this.database.isPostgres);
    const column = columnOf[by];
    const where = [
      `"accountId" = ${statement.value(accountId)}`,
      `"hour" >= ${statement.value(from)} AND "hour" < ${statement.value(to)}`,
      ...(userId === undefined ? [] : [`"userId" = ${statement.value(userId)}`]),
      ...(keysOf === undefined ? [] : [`"userId" = '' AND "appId" = ${statement.value(keysOf)}`]),
    ];
    const sql = `SELECT ${column} AS "key", ${sums.map((name) => `SUM("${name}") AS "${name}"`).join(', ')} FROM "usage_hours" WHERE ${where.join(' AND ')} GROUP BY ${column}`;
    const rows = await this.database.manager.query<Record<string, unknown>[]>(sql, statement.values);
    return rows.map((row) => ({
      key: by === 'day' ? dayOf(Number(row['key'])) : String(row['key']),
      ...(Object.fromEntries(sums.map((name) => [name, Number(row[name])])) as Record<
        (typeof sums)[number],
        number
      >),
    }));
  }

  async measure(accountId: string): Promise<number> {
    let rows = 0;
    for (let after = 0; ;) {
      const statement = new RawStatement(this.database.isPostgres);
      const hours = await this.database.manager.query<Record<'hour' | 'rows', number | string>[]>(
        `SELECT "hour", COUNT(*) AS "rows" FROM "usage_hours" WHERE "accountId" = ${statement.value(accountId)} AND "hour" > ${statement.value(after)} GROUP BY "hour" ORDER BY "hour" LIMIT ${String(hoursAtOnce)}`,
        statement.values,
      );
      for (const hour of hours) rows += Number(hour.rows);
      if (hours.length < hoursAtOnce) return rows * rowBytes;
      after = Number(hours.at(-1)?.hour);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async removeOldest(accountId: string): Promise<number> {
    const statement = new RawStatement(this.database.isPostgres);
    const row = this.database.isPostgres ? 'ctid' : 'rowid';
    const oldest = `SELECT ${row} FROM "usage_hours" WHERE "accountId" = ${statement.value(accountId)} ORDER BY "hour" LIMIT ${String(removedAtOnce)}`;
    return this.database.write(async (manager) => {
      const found = await manager.find(UsageHourEntity, {
        select: { hour: true },
        where: { accountId },
        take: removedAtOnce,
      });
      await manager.query(`DELETE FROM "usage_hours" WHERE ${row} IN (${oldest})`, statement.values);
      return found.length * rowBytes;
    });
  }

  async removeBefore(before: number, limit: number): Promise<number> {
    const statement = new RawStatement(this.database.isPostgres);
    const row = this.database.isPostgres ? 'ctid' : 'rowid';
    const sql = `DELETE FROM "usage_hours" WHERE ${row} IN (SELECT ${row} FROM "usage_hours" WHERE "hour" < ${statement.value(before)} LIMIT ${statement.value(limit)})`;
    return this.database.write(async (manager) => {
      const found = await manager.find(UsageHourEntity, {
        select: { hour: true },
        where: { hour: LessThan(before) },
        take: limit,
      });
      if (found.length > 0) await manager.query(sql, statement.values);
      return found.length;
    });
  }

  private async addRows(manager: EntityManager, rows: readonly Tally[]): Promise<void> {
    const statement = new RawStatement(this.database.isPostgres);
    const values = rows.map((row) =>
      statement.row([...keys.map((name) => row[name]), ...sums.map((name) => Math.round(row[name]))]),
    );
    await manager.query(
      `INSERT INTO "usage_hours" (${quoted([...keys, ...sums])}) VALUES ${values.join(', ')} ON CONFLICT (${quoted(keys)}) DO UPDATE SET ${sums.map((name) => `"${name}" = "usage_hours"."${name}" + excluded."${name}"`).join(', ')}`,
      statement.values,
    );
  }

  /** The same calls with no more clients than an account may have in an hour, nor the same row twice. */
  private async withFewClients(
    manager: EntityManager,
    tallies: readonly Tally[],
    maxClients: number,
  ): Promise<Tally[]> {
    const rows = new Map<string, Tally>();
    for (const tally of tallies) {
      const client = await this.clientOf(manager, tally, maxClients);
      const row = { ...tally, client };
      const key = tallyKey(row.accountId, row.hour, row);
      const kept = rows.get(key);
      if (kept === undefined) rows.set(key, row);
      else addTo(kept, row);
    }
    return [...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  }

  private async clientOf(
    manager: EntityManager,
    { accountId, hour, client }: Tally,
    maxClients: number,
  ): Promise<string> {
    if (client === '') return client;
    const place = `${accountId} ${String(hour)}`;
    let known = this.clients.get(place);
    if (known === undefined || (!known.has(client) && this.database.isPostgres && known.size < maxClients)) {
      known = await this.clientsIn(manager, accountId, hour, known);
      this.clients.set(place, known);
    }
    if (!known.has(client) && known.size >= maxClients) return 'other';
    known.add(client);
    return client;
  }

  private async clientsIn(
    manager: EntityManager,
    accountId: string,
    hour: number,
    known: ReadonlySet<string> = new Set(),
  ): Promise<Set<string>> {
    const statement = new RawStatement(this.database.isPostgres);
    const rows = await manager.query<{ client: string }[]>(
      `SELECT DISTINCT "client" FROM "usage_hours" WHERE "accountId" = ${statement.value(accountId)} AND "hour" = ${statement.value(hour)}`,
      statement.values,
    );
    const found = rows.map(({ client }) => client).filter((client) => client !== '' && client !== 'other');
    return new Set([...known, ...found]);
  }
}

function dayOf(day: number): string {
  return new Date(Math.floor(day) * dayMs).toISOString().slice(0, 10);
}
