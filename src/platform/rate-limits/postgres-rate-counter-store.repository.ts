import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { RateCounterStore, type Count, type CountTotal } from './rate-counter-store.port.js';

/** The database's own clock, in milliseconds: those of the processes need not agree. */
const now = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

/** In the order of keys, so that two processes that add at once wait for each other instead of blocking each other. */
const addAll = `
  INSERT INTO "rate_counters" AS c ("key", "points", "expiresAt")
  SELECT k, p, ${now} + w FROM unnest($1::text[], $2::int[], $3::bigint[]) AS t(k, p, w) ORDER BY k
  ON CONFLICT ("key") DO UPDATE SET
    "points" = CASE WHEN c."expiresAt" <= ${now} THEN excluded."points" ELSE c."points" + excluded."points" END,
    "expiresAt" = CASE WHEN c."expiresAt" <= ${now} THEN excluded."expiresAt" ELSE c."expiresAt" END
  RETURNING "key", "points", ("expiresAt" - ${now})::int AS "msLeft"`;

const findOne = `
  SELECT "key", "points", ("expiresAt" - ${now})::int AS "msLeft" FROM "rate_counters"
  WHERE "key" = $1 AND "expiresAt" > ${now}`;

@Injectable()
export class PostgresRateCounterStore extends RateCounterStore {
  constructor(private readonly database: Database) {
    super();
  }

  add(counts: readonly Count[]): Promise<CountTotal[]> {
    return this.database.manager.query<CountTotal[]>(addAll, [
      counts.map(({ key }) => key),
      counts.map(({ points }) => points),
      counts.map(({ windowMs }) => windowMs),
    ]);
  }

  async find(key: string): Promise<CountTotal | undefined> {
    const [found] = await this.database.manager.query<CountTotal[]>(findOne, [key]);
    return found;
  }

  async removeExpired(): Promise<void> {
    await this.database.manager.query(`DELETE FROM "rate_counters" WHERE "expiresAt" <= ${now}`);
  }
}
