import { Injectable } from '@nestjs/common';
import { Like, Not, type EntityManager } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import { AppSecretEntity } from './app-secret.entity.js';
import { AppSecretStore, type SealedSecret, type SecretSummary } from './app-secret-store.port.js';
import { AppEntity } from '../app/app.entity.js';
import type { StoredSecret } from '../document/app.js';

@Injectable()
export class TypeormAppSecretStore extends AppSecretStore {
  constructor(private readonly database: Database) {
    super();
  }

  list(appId: string): Promise<SecretSummary[]> {
    return this.database.manager.find(AppSecretEntity, {
      where: { appId },
      select: { name: true, createdAt: true, updatedAt: true },
      order: { name: 'ASC' },
    });
  }

  put(
    appId: string,
    name: string,
    secret: Omit<StoredSecret, 'origins'>,
    at: number,
  ): Promise<SecretSummary> {
    return this.database.write(async (manager) => {
      const before = await manager.findOneBy(AppSecretEntity, { appId, name });
      const createdAt = before?.createdAt ?? at;
      await manager.upsert(
        AppSecretEntity,
        { appId, name, sealed: secret.sealed, version: secret.version, createdAt, updatedAt: at },
        ['appId', 'name'],
      );
      await touch(manager, appId);
      return { name, createdAt, updatedAt: at };
    });
  }

  listOfOtherKeys(keyId: string): Promise<SealedSecret[]> {
    return this.database.manager.find(AppSecretEntity, {
      where: { sealed: Not(Like(`v1.${keyId}.%`)) },
      select: { appId: true, name: true, sealed: true },
    });
  }

  async reseal({ appId, name, sealed: before }: SealedSecret, sealed: string): Promise<void> {
    await this.database.write((manager) =>
      manager.update(AppSecretEntity, { appId, name, sealed: before }, { sealed }),
    );
  }

  async touch(appId: string): Promise<void> {
    await this.database.write((manager) => touch(manager, appId));
  }

  remove(appId: string, name: string): Promise<boolean> {
    return this.database.write(async (manager) => {
      const { affected } = await manager.delete(AppSecretEntity, { appId, name });
      if (affected !== 1) return false;
      await touch(manager, appId);
      return true;
    });
  }
}

async function touch(manager: EntityManager, appId: string): Promise<void> {
  await manager.update(AppEntity, { id: appId }, { revision: () => 'revision + 1' });
}
