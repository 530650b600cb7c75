import { Injectable } from '@nestjs/common';
import { In, LessThan, type FindOptionsWhere } from 'typeorm';
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

  has(id: string): Promise<boolean> {
    return this.database.manager.existsBy(SessionEntity, { id });
  }

  remove(of: { readonly secretDigest: string } | { readonly id: string }): Promise<void> {
    return this.removeAll(of);
  }

  removeOf(userId: string): Promise<void> {
    return this.removeAll({ userId });
  }

  tellDeparture(userId: string): Promise<void> {
    return this.signals.send('session', userId);
  }

  private async removeAll(where: FindOptionsWhere<SessionEntity>): Promise<void> {
    await this.database.write(async (manager) => {
      const ids = (await manager.find(SessionEntity, { where, select: { id: true } })).map(({ id }) => id);
      if (ids.length === 0) return;
      await manager.delete(SessionEntity, { id: In(ids) });
      for (const id of ids) await this.signals.send('session', id);
    });
  }
}
