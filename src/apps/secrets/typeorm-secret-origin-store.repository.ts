import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import { AppSecretOriginEntity } from './app-secret-origin.entity.js';
import type { SecretOrigin } from '../document/app.js';
import { SecretOriginStore } from './secret-origin-store.port.js';

@Injectable()
export class TypeormSecretOriginStore extends SecretOriginStore {
  constructor(private readonly database: Database) {
    super();
  }

  async list(appId: string): Promise<ReadonlyMap<string, readonly SecretOrigin[]>> {
    return (await secretOriginsOf(this.database.manager, [appId])).get(appId) ?? new Map<string, never>();
  }

  async add(appId: string, name: string, origins: readonly SecretOrigin[], at: number): Promise<void> {
    const rows = origins.map(({ origin, usedAt }) => ({ appId, name, origin, givenAt: at, usedAt }));
    if (rows.length === 0) return;
    await this.database.write((manager) => manager.insert(AppSecretOriginEntity, rows));
  }

  async remove(appId: string, name: string, origins: readonly string[]): Promise<void> {
    await this.database.write((manager) =>
      manager.delete(AppSecretOriginEntity, { appId, name, origin: In(origins) }),
    );
  }

  async markUsed(appId: string, name: string, origin: string, usedAt: number): Promise<void> {
    await this.database.write((manager) =>
      manager.update(AppSecretOriginEntity, { appId, name, origin }, { usedAt }),
    );
  }
}

/** Origins by app and name of the secret, in the order of their letters. */
export async function secretOriginsOf(
  manager: EntityManager,
  appIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, readonly SecretOrigin[]>>> {
  const rows = await manager.find(AppSecretOriginEntity, {
    where: { appId: In(appIds) },
    order: { origin: 'ASC' },
  });
  const byApp = new Map<string, Map<string, SecretOrigin[]>>();
  for (const { appId, name, origin, usedAt } of rows) {
    const ofApp = byApp.get(appId) ?? new Map<string, SecretOrigin[]>();
    byApp.set(appId, ofApp.set(name, [...(ofApp.get(name) ?? []), { origin, usedAt }]));
  }
  return byApp;
}
