import { Injectable } from '@nestjs/common';
import { In, IsNull, LessThan, type EntityManager, type SelectQueryBuilder } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import { ClientEntity } from './client.entity.js';
import { ClientStore, type RegisteredClient } from './client-store.port.js';

@Injectable()
export class TypeormClientStore extends ClientStore {
  constructor(private readonly database: Database) {
    super();
  }

  async findFirst(ids: readonly string[]): Promise<RegisteredClient | undefined> {
    const rows = await this.database.manager.findBy(ClientEntity, { id: In(ids) });
    const row = ids.map((id) => rows.find((it) => it.id === id)).find((it) => it !== undefined);
    return row && toClient(row);
  }

  insert({ redirectUris, ...client }: RegisteredClient, max: number): Promise<boolean> {
    const full = { now: client.createdAt, share: Math.floor(max / 4) };
    return this.database.write(async (manager) => {
      if ((await manager.count(ClientEntity)) >= max && !(await makeRoom(manager, full))) return false;
      await manager
        .createQueryBuilder()
        .insert()
        .into(ClientEntity)
        .values({ ...client, redirectUris: JSON.stringify(redirectUris) })
        .orIgnore()
        .updateEntity(false)
        .execute();
      return true;
    });
  }

  async touch(id: string, times: { readonly seenAt: number; readonly usedAt?: number }): Promise<void> {
    await this.database.write((manager) => manager.update(ClientEntity, { id }, times));
  }

  removeUnseen(since: number, limit: number): Promise<number> {
    return this.database.write(async (manager) => {
      const rows = await manager.find(ClientEntity, {
        select: { id: true },
        where: { seenAt: LessThan(since) },
        take: limit,
      });
      // Somebody may have been seen in between.
      await manager.delete(ClientEntity, { id: In(rows.map(({ id }) => id)), seenAt: LessThan(since) });
      return rows.length;
    });
  }
}

/** Between the moment in which a person lets a program in and that in which it has its grant. */
const arrivalMs = 3_600_000;

interface Full {
  readonly now: number;
  /** So many programs an account keeps, whoever else comes. */
  readonly share: number;
}

async function makeRoom(manager: EntityManager, full: Full): Promise<boolean> {
  const leaving =
    (await leastSeen(manager).where({ usedAt: IsNull() }).getOne()) ??
    (await letGo(manager, full).getOne()) ??
    (await ofTheGreediest(manager, full).getOne());
  if (leaving === null) return false;
  await manager.delete(ClientEntity, { id: leaving.id });
  return true;
}

function leastSeen(manager: EntityManager): SelectQueryBuilder<ClientEntity> {
  return manager
    .createQueryBuilder(ClientEntity, 'client')
    .select('client.id')
    .orderBy('client.seenAt', 'ASC')
    .limit(1);
}

/**
 * Whether somebody's leave holds for a program, in words of SQL, as what people granted is another room's. It names the whole set: a look at the
 * grants for each program would take seconds where there are ten thousand of both.
 */
const isHeld = (by = '') =>
  `client.id IN (SELECT held."clientId" FROM oauth_grants AS held WHERE held."expiresAt" > :now ${by})`;

const greediest = `(SELECT held."accountId" FROM oauth_grants AS held
  JOIN oauth_clients AS one ON one.id = held."clientId" WHERE held."expiresAt" > :now
  GROUP BY held."accountId" HAVING COUNT(DISTINCT held."clientId") > :share
  ORDER BY COUNT(DISTINCT held."clientId") DESC LIMIT 1)`;

/** One that people have let in, and whose leave has ended everywhere. */
function letGo(manager: EntityManager, { now }: Full): SelectQueryBuilder<ClientEntity> {
  return leastSeen(manager)
    .where({ kind: 'registered', usedAt: LessThan(now - arrivalMs) })
    .andWhere(`NOT ${isHeld()}`, { now });
}

/** One that only people of the account have let in that holds the most, and more than its share. */
function ofTheGreediest(manager: EntityManager, full: Full): SelectQueryBuilder<ClientEntity> {
  return leastSeen(manager)
    .where({ kind: 'registered' })
    .andWhere(isHeld(`AND held."accountId" = ${greediest}`))
    .andWhere(`NOT ${isHeld(`AND held."accountId" <> ${greediest}`)}`)
    .setParameters(full);
}

function toClient({ redirectUris, ...row }: ClientEntity): RegisteredClient {
  return { ...row, redirectUris: JSON.parse(redirectUris) as string[] };
}
