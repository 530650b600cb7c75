import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import { SessionStore, type Session } from './session-store.port.js';
import { SessionEntity } from './session.entity.js';

@Injectable()
export class TypeormSessionStore extends SessionStore {
  constructor(private readonly database: Database) {
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

  has(id: string): Promise<boolean> {
    return this.database.manager.existsBy(SessionEntity, { id });
  }

  async remove(secretDigest: string): Promise<void> {
    await this.database.write((manager) => manager.delete(SessionEntity, { secretDigest }));
  }

  async removeOf(userId: string): Promise<void> {
    await this.database.write((manager) => manager.delete(SessionEntity, { userId }));
  }
}
