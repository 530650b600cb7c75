import { Injectable } from '@nestjs/common';
import { In, LessThan, MoreThan, Not, type FindOptionsWhere } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import { Signals } from '../../platform/database/signals.js';
import { SessionStore, type Session } from './session-store.port.js';
import { SessionEntity } from './session.entity.js';

@Injectable()
export class TypeormSessionStore extends SessionStore {
  constructor(
    private readonly database: Database,
    private readonly signals: Signals,
  ) {
    super();
  }

  async insert(session: Session): Promise<void> {
    await this.database.write(async (manager) => {
      await manager.delete(SessionEntity, { expiresAt: LessThan(session.createdAt) });
      await manager.insert(SessionEntity, session);
    });
  }

  async find(secretDigest: string): Promise<Session | undefined> {
    return (await this.database.manager.findOneBy(SessionEntity, { secretDigest })) ?? undefined;
  }

  listByIds(ids: readonly string[]): Promise<Session[]> {
    return this.database.manager.findBy(SessionEntity, { id: In(ids) });
  }

  listOf(userId: string, now: number, limit: number): Promise<Session[]> {
    return this.database.manager.find(SessionEntity, {
      where: { userId, expiresAt: MoreThan(now) },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: limit,
    });
  }

  has(id: string): Promise<boolean> {
    return this.database.manager.existsBy(SessionEntity, { id });
  }

  async remove(of: { readonly secretDigest: string } | { readonly id: string }): Promise<void> {
    await this.removeAll(of);
  }

  async removeOne(userId: string, id: string): Promise<boolean> {
    return (await this.removeAll({ userId, id })) === 1;
  }

  async removeOf(userId: string, except?: string): Promise<void> {
    await this.removeAll({ userId, ...(except === undefined ? {} : { id: Not(except) }) });
  }

  async removeAtProvider(userId: string, provider: string): Promise<void> {
    await this.removeAll({ userId, provider });
  }

  async removeShown(userId: string, factor: string | undefined, except: string): Promise<void> {
    const shown = factor === undefined ? { secondFactor: true } : { factor };
    await this.removeAll({ userId, ...shown, id: Not(except) });
  }

  async setFactor(
    where: { readonly userId: string; readonly id: string },
    factor: string | null,
  ): Promise<void> {
    await this.database.write(async (manager) => {
      await manager.update(SessionEntity, where, { factor, secondFactor: factor !== null });
      await this.signals.send('session', where.userId);
    });
  }

  tellDeparture(userId: string): Promise<void> {
    return this.signals.send('session', userId);
  }

  /** How many it removed. */
  private removeAll(where: FindOptionsWhere<SessionEntity>): Promise<number> {
    return this.database.write(async (manager) => {
      const ids = (await manager.find(SessionEntity, { where, select: { id: true } })).map(({ id }) => id);
      if (ids.length === 0) return 0;
      await manager.delete(SessionEntity, { id: In(ids) });
      for (const id of ids) await this.signals.send('session', id);
      return ids.length;
    });
  }
}
