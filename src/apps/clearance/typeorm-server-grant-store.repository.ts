import { Injectable } from '@nestjs/common';
import { In, IsNull, MoreThan, MoreThanOrEqual, type SelectQueryBuilder } from 'typeorm';
import { MembershipEntity } from '../../accounts/people/membership.entity.js';
import { ProviderSubjectEntity } from '../../accounts/providers/provider-subject.entity.js';
import { Database } from '../../platform/database/database.js';
import { AppEntity } from '../app/app.entity.js';
import { GrantListEntity } from './grant-list.entity.js';
import {
  ServerGrantStore,
  type GrantRow,
  type GrantRows,
  type GrantSubjects,
  type ServerGrantChange,
} from './server-grant-store.port.js';
import { ServerGrantEntity } from './server-grant.entity.js';
import { printGrant } from './server-grant.js';

const rowsAtOnce = 500;
const readAtOnce = 1000;
/** So often a list that changes meanwhile is read again in portions. */
const readInPortions = 3;

@Injectable()
export class TypeormServerGrantStore extends ServerGrantStore {
  constructor(private readonly database: Database) {
    super();
  }

  async revisionOf(accountId: string): Promise<number> {
    return (await this.revisionsOf([accountId])).get(accountId) ?? 0;
  }

  async revisionsOf(accountIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.database.manager.findBy(GrantListEntity, { accountId: In(accountIds) });
    return new Map(rows.map(({ accountId, revision }) => [accountId, revision]));
  }

  async read(accountId: string): Promise<GrantRows> {
    for (let tries = 0; ; tries++) {
      const revision = await this.revisionOf(accountId);
      if (revision === 0) return { revision, rows: [] };
      // One statement sees one state of the list, but holds everybody up on SQLite.
      const isLast = tries === readInPortions;
      const rows = isLast ? await this.list(accountId) : await this.portionsOf(accountId);
      if (isLast || (await this.revisionOf(accountId)) === revision) return { revision, rows };
    }
  }

  async list(accountId: string, behind = -1, limit?: number): Promise<readonly GrantRow[]> {
    return rowsOf(this.behind(accountId, behind).limit(limit));
  }

  listBetween(
    accountId: string,
    behind: number,
    upTo: number,
    about?: GrantSubjects,
  ): Promise<readonly GrantRow[]> {
    const query = this.behind(accountId, behind).andWhere('one.place <= :upTo', { upTo });
    if (about === undefined) return rowsOf(query);
    const { text, members, apps } = about;
    const like = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    const any = [String.raw`LOWER(one.content) LIKE :like ESCAPE '\'`];
    if (members.length > 0) any.push('one.member IN (:...members)');
    if (apps.length > 0) any.push('one.app IN (:...apps)');
    return rowsOf(query.andWhere(`(${any.join(' OR ')})`, { like, members, apps }));
  }

  async lastPlaceOf(accountId: string): Promise<number> {
    return (await this.database.manager.maximum(ServerGrantEntity, 'place', { accountId })) ?? 0;
  }

  private behind(accountId: string, behind: number): SelectQueryBuilder<ServerGrantEntity> {
    return this.database.manager
      .createQueryBuilder(ServerGrantEntity, 'one')
      .select(['place', 'digest', 'member', 'app', 'content'].map((column) => `one.${column} AS ${column}`))
      .where({ accountId, place: MoreThan(behind) })
      .orderBy('one.place');
  }

  narrowsPeople(accountId: string): Promise<boolean> {
    return this.database.manager.existsBy(ServerGrantEntity, { accountId, app: IsNull() });
  }

  async present(accountId: string, digests: readonly string[]): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    for (const some of portions(digests)) {
      const where = { accountId, digest: In(some) };
      const rows = await this.database.manager.find(ServerGrantEntity, { where, select: { digest: true } });
      for (const { digest } of rows) found.add(digest);
    }
    return found;
  }

  async advance(accountId: string): Promise<number> {
    return this.database.write(async (manager) => {
      await manager
        .createQueryBuilder()
        .insert()
        .into(GrantListEntity)
        .values({ accountId, revision: 0 })
        .orIgnore()
        .updateEntity(false)
        .execute();
      await manager.update(GrantListEntity, { accountId }, { revision: () => 'revision + 1' });
      return (await this.revisionOf(accountId)) - 1;
    });
  }

  async apply(accountId: string, { added, removed }: ServerGrantChange): Promise<void> {
    await this.database.write(async (manager) => {
      for (const grants of portions(removed))
        await manager.delete(ServerGrantEntity, {
          accountId,
          digest: In(grants.map(({ digest }) => digest)),
        });
      const last = await manager.maximum(ServerGrantEntity, 'place', { accountId });
      let place = last ?? 0;
      for (const grants of portions(added)) {
        const rows = grants.map(({ digest, grant }) => ({
          ...{ accountId, digest, place: ++place, content: printGrant(grant) },
          ...{ member: grant.member ?? null, app: grant.app ?? null },
        }));
        await manager.insert(ServerGrantEntity, rows);
      }
    });
  }

  async membersAmong(accountId: string, userIds: readonly string[]): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    for (const ids of portions(userIds)) {
      const where = { accountId, userId: In(ids) };
      const rows = await this.database.manager.find(MembershipEntity, { where, select: { userId: true } });
      for (const { userId } of rows) found.add(userId);
    }
    return found;
  }

  async slugsOf(accountId: string): Promise<ReadonlyMap<string, string>> {
    const select = { id: true, slug: true };
    const rows = await this.database.manager.find(AppEntity, { where: { accountId }, select });
    return new Map(rows.map(({ id, slug }) => [id, slug]));
  }

  async signedInSince(at: number): Promise<readonly string[]> {
    const rows = await this.database.manager.find(ProviderSubjectEntity, {
      where: { signedInAt: MoreThanOrEqual(at) },
      select: { userId: true },
    });
    return rows.map(({ userId }) => userId);
  }

  private async portionsOf(accountId: string): Promise<readonly GrantRow[]> {
    const all: GrantRow[] = [];
    for (;;) {
      const rows = await this.list(accountId, all.at(-1)?.place, readAtOnce);
      for (const row of rows) all.push(row);
      if (rows.length < readAtOnce) return all;
      // SQLite answers without ever waiting, and others are to be served meanwhile.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

async function rowsOf(query: SelectQueryBuilder<ServerGrantEntity>): Promise<readonly GrantRow[]> {
  const rows = await query.getRawMany<Omit<GrantRow, 'place'> & { readonly place: number | string }>();
  return rows.map((row) => ({ ...row, place: Number(row.place) }));
}

function* portions<T>(all: readonly T[]): Generator<T[]> {
  for (let start = 0; start < all.length; start += rowsAtOnce) yield all.slice(start, start + rowsAtOnce);
}
