import { Injectable } from '@nestjs/common';
import { In, IsNull, LessThan, type EntityManager } from 'typeorm';
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
    return this.database.write(async (manager) => {
      if ((await manager.count(ClientEntity)) >= max && !(await makeRoom(manager))) return false;
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

async function makeRoom(manager: EntityManager): Promise<boolean> {
  const row = await manager.findOne(ClientEntity, {
    select: { id: true },
    where: { usedAt: IsNull() },
    order: { seenAt: 'ASC' },
  });
  if (row === null) return false;
  await manager.delete(ClientEntity, { id: row.id });
  return true;
}

function toClient({ redirectUris, ...row }: ClientEntity): RegisteredClient {
  return { ...row, redirectUris: JSON.parse(redirectUris) as string[] };
}
