import { Injectable } from '@nestjs/common';
import { And, In, IsNull, LessThan, Like, Not, Or, type FindOptionsWhere } from 'typeorm';
import type { Role, Scope } from '../../kernel/principal.js';
import { Database } from '../../platform/database/database.js';
import { Signals } from '../../platform/database/signals.js';
import { AccessTokenEntity } from './access-token.entity.js';
import type { AccessToken, TokenSource, TokenWithStanding } from './access-token.js';
import { AccountEntity } from '../people/account.entity.js';
import { MembershipEntity } from '../people/membership.entity.js';
import { TokenStore } from './token-store.port.js';

interface StandingColumns {
  readonly membership_role: Role | null;
  /** SQLite has no boolean of its own. */
  readonly account_operator: boolean | number | null;
  readonly membership_asleep: boolean | number | null;
}

const deadAtOnce = 100;

@Injectable()
export class TypeormTokenStore extends TokenStore {
  constructor(
    private readonly database: Database,
    private readonly signals: Signals,
  ) {
    super();
  }

  async insert(token: AccessToken): Promise<void> {
    await this.database.write((manager) => manager.insert(AccessTokenEntity, toRow(token)));
  }

  async insertIfNew(token: AccessToken): Promise<void> {
    await this.database.write((manager) =>
      manager
        .createQueryBuilder()
        .insert()
        .into(AccessTokenEntity)
        .values(toRow(token))
        .orIgnore()
        .updateEntity(false)
        .execute(),
    );
  }

  async removeDead(accountId: string, now: number, most: number): Promise<void> {
    // That a bootstrap token was revoked must be known, and what a client's authorization needs is kept for it.
    const of = { accountId, source: Not(In<TokenSource>(['bootstrap', 'grant'])) };
    const dead = await this.database.manager.find(AccessTokenEntity, {
      select: { id: true },
      where: [
        { ...of, revokedAt: Not(IsNull()) },
        { ...of, expiresAt: LessThan(now) },
      ],
      order: { id: 'DESC' },
      skip: most,
      take: deadAtOnce,
    });
    const ids = dead.map(({ id }) => id);
    if (ids.length > 0) await this.database.write((manager) => manager.delete(AccessTokenEntity, ids));
  }

  async findByDigest(digest: string): Promise<TokenWithStanding | undefined> {
    const [found] = await this.withStanding('token.digest = :digest', { digest });
    return found;
  }

  async listByIds(ids: readonly string[]): Promise<TokenWithStanding[]> {
    if (ids.length === 0) return [];
    return this.withStanding('token.id IN (:...ids)', { ids });
  }

  async listOfUser(
    accountId: string,
    userId: string,
    limit: number,
    before?: string,
  ): Promise<AccessToken[]> {
    const rows = await this.database.manager.find(AccessTokenEntity, {
      where: {
        accountId,
        userId,
        grantId: IsNull(),
        revokedAt: IsNull(),
        ...(before === undefined ? {} : { id: LessThan(before) }),
      },
      order: { id: 'DESC' },
      take: limit,
    });
    return rows.map(toToken);
  }

  async listOfApp(accountId: string, appId: string): Promise<AccessToken[]> {
    const rows = await this.database.manager.find(AccessTokenEntity, {
      where: { accountId, appId, revokedAt: IsNull() },
      order: { id: 'DESC' },
    });
    return rows.map(toToken);
  }

  async revoke(
    id: string,
    of: { readonly accountId: string; readonly userId?: string; readonly appId?: string },
    at: number,
  ): Promise<boolean> {
    return this.database.write(async (manager) => {
      const condition = { id, ...of, revokedAt: IsNull() };
      const { affected } = await manager.update(AccessTokenEntity, condition, { revokedAt: at });
      if (affected === 1) await this.signals.send('token', id);
      return affected === 1;
    });
  }

  async revokeFormer({ id, appId, client }: AccessToken, at: number): Promise<string[]> {
    if (appId === null || client === null) return [];
    const where = { appId, client, revokedAt: IsNull(), id: LessThan(id) };
    const former = await this.database.manager.find(AccessTokenEntity, { where, select: { id: true } });
    if (former.length === 0) return [];
    const ids = former.map((row) => row.id);
    await this.database.write(async (manager) => {
      await manager.update(AccessTokenEntity, { id: In(ids) }, { revokedAt: at });
      for (const one of ids) await this.signals.send('token', one);
    });
    return ids;
  }

  revokeOfUser(userId: string, accountId: string | undefined, at: number): Promise<string[]> {
    return this.revokeAll({ userId, ...(accountId === undefined ? {} : { accountId }) }, at);
  }

  touchStanding(userId: string, accountId: string): Promise<string[]> {
    return this.database.write(async (manager) => {
      const where = { userId, accountId, revokedAt: IsNull() };
      const rows = await manager.find(AccessTokenEntity, { where, select: { id: true } });
      for (const { id } of rows) await this.signals.send('token', id);
      return rows.map(({ id }) => id);
    });
  }

  revokeOfGrant(grantId: string, at: number): Promise<string[]> {
    return this.revokeAll({ grantId }, at);
  }

  async trimGrant(grantId: string, max: number): Promise<string[]> {
    const others = { where: { grantId }, order: { id: 'DESC' as const }, select: { id: true }, skip: max };
    const old = await this.database.manager.find(AccessTokenEntity, { ...others, take: max });
    if (old.length === 0) return [];
    const ids = old.map(({ id }) => id);
    await this.database.write(async (manager) => {
      await manager.delete(AccessTokenEntity, { id: In(ids) });
      for (const id of ids) await this.signals.send('token', id);
    });
    return ids;
  }

  async listNewestOfGrants(grantIds: readonly string[]): Promise<TokenWithStanding[]> {
    if (grantIds.length === 0) return [];
    const newest = this.database.manager
      .createQueryBuilder()
      .subQuery()
      .select('MAX(own.id)')
      .from(AccessTokenEntity, 'own')
      .where('own.grantId IN (:...grantIds) AND own.revokedAt IS NULL')
      .groupBy('own.grantId')
      .getQuery();
    return this.withStanding(`token.id IN ${newest}`, { grantIds });
  }

  removeOldOfGrants(
    { ended, made }: { readonly ended: number; readonly made: number },
    limit: number,
  ): Promise<number> {
    return this.database.write(async (manager) => {
      const query = manager.createQueryBuilder(AccessTokenEntity, 'token');
      const newer = query
        .subQuery()
        .select('1')
        .from(AccessTokenEntity, 'newer')
        .where('newer.grantId = token.grantId AND newer.id > token.id AND newer.revokedAt IS NULL')
        .getQuery();
      const old = await query
        .select('token.id')
        .where('token.source = :source AND token.expiresAt < :ended', { source: 'grant', ended })
        .andWhere(`(token.revokedAt IS NOT NULL OR token.createdAt < :made OR EXISTS ${newer})`, { made })
        .limit(limit)
        .getMany();
      if (old.length > 0) await manager.delete(AccessTokenEntity, { id: In(old.map(({ id }) => id)) });
      return old.length;
    });
  }

  async lastUsesOfGrants(grantIds: readonly string[]): Promise<(readonly [string, number])[]> {
    if (grantIds.length === 0) return [];
    const rows = await this.database.manager
      .createQueryBuilder(AccessTokenEntity, 'token')
      .select('token.grantId', 'grant')
      .addSelect('MAX(token.lastUsedAt)', 'at')
      .where('token.grantId IN (:...grantIds) AND token.lastUsedAt IS NOT NULL', { grantIds })
      .groupBy('token.grantId')
      .getRawMany<{ readonly grant: string; readonly at: number | string }>();
    return rows.map(({ grant, at }) => [grant, Number(at)]);
  }

  async touch(uses: readonly { readonly id: string; readonly at: number }[]): Promise<void> {
    await this.database.write(async (manager) => {
      for (const { id, at } of uses)
        await manager
          .createQueryBuilder()
          .update(AccessTokenEntity)
          .set({ lastUsedAt: at })
          .where({ id })
          .andWhere([{ lastUsedAt: IsNull() }, { lastUsedAt: LessThan(at) }])
          .execute();
    });
  }

  async changeDigest(id: string, digest: string): Promise<void> {
    await this.database.write((manager) => manager.update(AccessTokenEntity, { id }, { digest }));
  }

  countOfOtherKeys(keyIds: readonly string[]): Promise<number> {
    return this.database.manager.countBy(AccessTokenEntity, {
      digest: And(...keyIds.map((keyId) => Not(Like(`${keyId}.%`)))),
      revokedAt: IsNull(),
    });
  }

  countOfKeys(keyIds: readonly string[]): Promise<number> {
    return this.database.manager.countBy(AccessTokenEntity, {
      digest: Or(...keyIds.map((keyId) => Like(`${keyId}.%`))),
      revokedAt: IsNull(),
    });
  }

  removeOtherBootstrap(digest: string | undefined): Promise<string[]> {
    return this.database.write(async (manager) => {
      const others = await manager.find(AccessTokenEntity, {
        where: { source: 'bootstrap', ...(digest === undefined ? {} : { digest: Not(digest) }) },
        select: { id: true },
      });
      const ids = others.map(({ id }) => id);
      if (ids.length > 0) await manager.delete(AccessTokenEntity, { id: In(ids) });
      return ids;
    });
  }

  private revokeAll(of: FindOptionsWhere<AccessTokenEntity>, at: number): Promise<string[]> {
    return this.database.write(async (manager) => {
      const where = { ...of, revokedAt: IsNull() };
      const tokens = await manager.find(AccessTokenEntity, { where, select: { id: true, grantId: true } });
      const ids = tokens.map(({ id }) => id);
      await manager.update(AccessTokenEntity, { id: In(ids) }, { revokedAt: at });
      const grants = new Set(tokens.flatMap(({ grantId }) => grantId ?? []));
      for (const id of [...ids, ...grants]) await this.signals.send('token', id);
      return ids;
    });
  }

  private async withStanding(condition: string, parameters: object): Promise<TokenWithStanding[]> {
    const { entities, raw } = await this.database.manager
      .createQueryBuilder(AccessTokenEntity, 'token')
      .leftJoin(
        MembershipEntity,
        'membership',
        'membership.accountId = token.accountId AND membership.userId = token.userId',
      )
      .leftJoin(AccountEntity, 'account', 'account.id = token.accountId')
      .addSelect('membership.role', 'membership_role')
      .addSelect('membership.asleep', 'membership_asleep')
      .addSelect('account.operator', 'account_operator')
      .where(condition, parameters)
      .getRawAndEntities<StandingColumns>();
    return entities.map((row, index) => {
      const columns = raw[index] as StandingColumns;
      const { membership_role: role, account_operator: ofOperator } = columns;
      const sleeps = Boolean(columns.membership_asleep);
      return {
        token: toToken(row),
        standing: role === null || sleeps ? undefined : { role, ofOperator: Boolean(ofOperator) },
        sleeps,
      };
    });
  }
}

function toToken(row: AccessTokenEntity): AccessToken {
  const { scopes, ...token } = row;
  return { ...token, scopes: scopes.split(' ').filter(Boolean) as Scope[] };
}

function toRow(token: AccessToken): AccessTokenEntity {
  return { ...token, scopes: token.scopes.join(' ') };
}
