import { Injectable } from '@nestjs/common';
import { In, LessThan, type EntityManager, type SelectQueryBuilder } from 'typeorm';
import { UserEntity } from '../../accounts/people/user.entity.js';
import type { PageRequest } from '../../kernel/page.js';
import { Database } from '../../platform/database/database.js';
import { AppConfigVersionEntity } from './app-config-version.entity.js';
import { AppSecretEntity } from '../secrets/app-secret.entity.js';
import {
  AppStore,
  type AppChange,
  type AuthoredVersion,
  type ConfigVersion,
  type StoredState,
  type VersionSummary,
} from './app-store.port.js';
import { AppEntity } from './app.entity.js';
import type { App } from '../document/app.js';
import { secretOriginsOf } from '../secrets/typeorm-secret-origin-store.repository.js';

const oneMore = { revision: () => 'revision + 1' };

@Injectable()
export class TypeormAppStore extends AppStore {
  constructor(private readonly database: Database) {
    super();
  }

  count(accountId: string): Promise<number> {
    return this.database.manager.countBy(AppEntity, { accountId });
  }

  insert({ config: _, ...app }: App, first: ConfigVersion): Promise<boolean> {
    return this.database.write(async (manager) => {
      if (await isTaken(manager, app.accountId, app.slug)) return false;
      await manager.insert(AppEntity, { ...app, configVersion: first.version, revision: 1 });
      await manager.insert(AppConfigVersionEntity, { ...first, appId: app.id, bytes: bytesOf(first) });
      return true;
    });
  }

  async findIdBySlug(accountId: string, slug: string): Promise<string | undefined> {
    const row = await this.database.manager.findOne(AppEntity, {
      where: { accountId, slug },
      select: { id: true },
    });
    return row?.id;
  }

  async findState(id: string): Promise<StoredState | undefined> {
    const [state] = await this.states({ id });
    return state;
  }

  async listIds(accountId: string): Promise<string[]> {
    const rows = await this.database.manager.find(AppEntity, {
      where: { accountId },
      select: { id: true },
      order: { id: 'DESC' },
    });
    return rows.map(({ id }) => id);
  }

  listStates(accountId: string): Promise<StoredState[]> {
    return this.states({ accountId });
  }

  async list(accountId: string, { limit, cursor }: PageRequest): Promise<App[]> {
    const rows = await this.database.manager.find(AppEntity, {
      where: { accountId, ...(cursor === undefined ? {} : { id: LessThan(cursor) }) },
      order: { id: 'DESC' },
      take: limit,
    });
    const refs = await currentRefs(this.database.manager, rows);
    return rows.flatMap((row) => appOf(row, refs.get(row.id)));
  }

  update(id: string, change: AppChange, at: number): Promise<boolean | 'taken'> {
    return this.database.write(async (manager) => {
      const row = await manager.findOneBy(AppEntity, { id });
      if (row === null) return false;
      const { slug = row.slug } = change;
      if (slug !== row.slug && (await isTaken(manager, row.accountId, slug))) return 'taken';
      const { affected } = await manager.update(AppEntity, { id }, { ...change, updatedAt: at, ...oneMore });
      return affected === 1;
    });
  }

  async remove(id: string): Promise<boolean> {
    const { affected } = await this.database.write((manager) => manager.delete(AppEntity, { id }));
    return affected === 1;
  }

  advance(id: string, next: ConfigVersion): Promise<boolean> {
    return this.database.write(async (manager) => {
      const { affected } = await manager.update(
        AppEntity,
        { id, configVersion: next.version - 1 },
        { configVersion: next.version, updatedAt: next.createdAt, ...oneMore },
      );
      if (affected !== 1) return false;
      await manager.insert(AppConfigVersionEntity, { ...next, appId: id, bytes: bytesOf(next) });
      return true;
    });
  }

  async findVersion(appId: string, version: number): Promise<AuthoredVersion | undefined> {
    const row = await this.database.manager.findOneBy(AppConfigVersionEntity, { appId, version });
    if (row === null) return undefined;
    const [authored] = await withAuthors(this.database.manager, [row]);
    return authored;
  }

  async listVersions(appId: string, limit: number, before: number | undefined): Promise<VersionSummary[]> {
    const rows = await this.database.manager.find(AppConfigVersionEntity, {
      where: { appId, ...(before === undefined ? {} : { version: LessThan(before) }) },
      select: {
        ...{ appId: true, version: true, etag: true, authorId: true, message: true },
        ...{ restoredFrom: true, createdAt: true, blankedAt: true },
      },
      order: { version: 'DESC' },
      take: limit,
    });
    return withAuthors(this.database.manager, rows);
  }

  async blankVersion(appId: string, version: number, blankedAt: number): Promise<void> {
    await this.database.write((manager) =>
      manager.update(AppConfigVersionEntity, { appId, version }, { content: '', bytes: 0, blankedAt }),
    );
  }

  versionSizes(appId: string): Promise<{ version: number; bytes: number }[]> {
    return this.database.manager.find(AppConfigVersionEntity, {
      where: { appId },
      select: { version: true, bytes: true },
      order: { version: 'DESC' },
    });
  }

  async removeVersions(appId: string, versions: readonly number[]): Promise<void> {
    if (versions.length === 0) return;
    await this.database.write((manager) =>
      manager.delete(AppConfigVersionEntity, { appId, version: In(versions) }),
    );
  }

  async configBytes(accountId: string): Promise<number> {
    const row = await this.database.manager
      .createQueryBuilder(AppConfigVersionEntity, 'version')
      .innerJoin(AppEntity, 'app', 'app.id = version.appId')
      .select('SUM(version.bytes)', 'bytes')
      .where('app.accountId = :accountId', { accountId })
      .getRawOne<{ bytes: number | string | null }>();
    return Number(row?.bytes ?? 0);
  }

  async lock(id: string): Promise<boolean> {
    const { affected } = await this.database.write((manager) =>
      manager.update(AppEntity, { id }, { revision: () => 'revision' }),
    );
    return affected === 1;
  }

  async slugsOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.database.manager.find(AppEntity, {
      where: { id: In(ids) },
      select: { id: true, slug: true },
    });
    return new Map(rows.map(({ id, slug }) => [id, slug]));
  }

  async revisions(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.database.manager.find(AppEntity, {
      where: { id: In(ids) },
      select: { id: true, revision: true },
    });
    return new Map(rows.map(({ id, revision }) => [id, revision]));
  }

  /** Stands in the line of the writers: SQLite's one connection would show what another has not committed yet. */
  private states(where: { id: string } | { accountId: string }): Promise<StoredState[]> {
    return this.database.write(async (manager) => {
      const rows = await manager.find(AppEntity, { where, order: { id: 'DESC' } });
      const contents = await currentContents(manager, rows);
      const ids = rows.map(({ id }) => id);
      const secrets = await manager.find(AppSecretEntity, { where: { appId: In(ids) } });
      const origins = await secretOriginsOf(manager, secrets.length === 0 ? [] : ids);
      return rows.flatMap((row) => {
        const current = contents.get(row.id);
        return appOf(row, current).map((app) => ({
          app,
          revision: row.revision,
          content: current?.content ?? '{}',
          secrets: new Map(
            secrets
              .filter(({ appId }) => appId === row.id)
              .map(({ name, sealed, version }) => [
                name,
                { sealed, version, origins: origins.get(row.id)?.get(name) ?? [] },
              ]),
          ),
        }));
      });
    });
  }
}

function isTaken(manager: EntityManager, accountId: string, slug: string): Promise<boolean> {
  return manager.existsBy(AppEntity, { accountId, slug });
}

function bytesOf({ content }: ConfigVersion): number {
  return Buffer.byteLength(content);
}

type Current = Pick<AppConfigVersionEntity, 'version' | 'etag' | 'createdAt' | 'authorId'>;

async function currentContents(
  manager: EntityManager,
  rows: readonly AppEntity[],
): Promise<ReadonlyMap<string, AppConfigVersionEntity>> {
  if (rows.length === 0) return new Map();
  const found = await current(manager, rows).getMany();
  return new Map(found.map((version) => [version.appId, version]));
}

async function currentRefs(
  manager: EntityManager,
  rows: readonly AppEntity[],
): Promise<ReadonlyMap<string, Current>> {
  if (rows.length === 0) return new Map();
  const columns = ['appId', 'version', 'etag', 'createdAt', 'authorId'].map((name) => `version.${name}`);
  const found = await current(manager, rows).select(columns).getMany();
  return new Map(found.map((version) => [version.appId, version]));
}

function current(
  manager: EntityManager,
  rows: readonly AppEntity[],
): SelectQueryBuilder<AppConfigVersionEntity> {
  return manager
    .createQueryBuilder(AppConfigVersionEntity, 'version')
    .innerJoin(AppEntity, 'app', 'app.id = version.appId AND app.configVersion = version.version')
    .where('app.id IN (:...ids)', { ids: rows.map(({ id }) => id) });
}

function appOf({ configVersion: _v, revision: _r, ...app }: AppEntity, current: Current | undefined): App[] {
  if (current === undefined) return [];
  const { version, etag, createdAt, authorId } = current;
  return [{ ...app, config: { version, etag, updatedAt: createdAt, authorId } }];
}

async function withAuthors<T extends { authorId: string | null }>(
  manager: EntityManager,
  rows: readonly T[],
): Promise<(T & Pick<AuthoredVersion, 'author'>)[]> {
  const ids = [...new Set(rows.flatMap(({ authorId }) => authorId ?? []))];
  const users = await manager.find(UserEntity, { where: { id: In(ids) } });
  const byId = new Map(users.map(({ id, email, name }) => [id, { id, email, name }]));
  return rows.map((row) => ({ ...row, author: byId.get(row.authorId ?? '') }));
}
