import { Injectable } from '@nestjs/common';
import { In, LessThan } from 'typeorm';
import { Database } from '../../../platform/database/database.js';
import { AuthorizationEntity } from './authorization.entity.js';
import { AuthorizationStore, type PendingAuthorization } from './authorization-store.port.js';

@Injectable()
export class TypeormAuthorizationStore extends AuthorizationStore {
  constructor(private readonly database: Database) {
    super();
  }

  async insert(authorization: PendingAuthorization, max: number): Promise<void> {
    await this.database.write(async (manager) => {
      const { userId } = authorization;
      const latest = await manager.find(AuthorizationEntity, {
        select: { id: true },
        where: { userId },
        order: { createdAt: 'DESC' },
      });
      const surplus = latest.slice(max - 1).map(({ id }) => id);
      if (surplus.length > 0) await manager.delete(AuthorizationEntity, { id: In(surplus) });
      await manager.insert(AuthorizationEntity, authorization);
    });
  }

  async find(ids: readonly string[]): Promise<PendingAuthorization | undefined> {
    return (await this.database.manager.findOneBy(AuthorizationEntity, { id: In([...ids]) })) ?? undefined;
  }

  async take(id: string): Promise<boolean> {
    const { affected } = await this.database.write((manager) => manager.delete(AuthorizationEntity, { id }));
    return affected === 1;
  }

  removeExpired(now: number, limit: number): Promise<number> {
    return this.database.write(async (manager) => {
      const rows = await manager.find(AuthorizationEntity, {
        select: { id: true },
        where: { expiresAt: LessThan(now) },
        take: limit,
      });
      if (rows.length > 0) await manager.delete(AuthorizationEntity, { id: In(rows.map(({ id }) => id)) });
      return rows.length;
    });
  }
}
