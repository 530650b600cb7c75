import { Injectable } from '@nestjs/common';
import { In, Like, MoreThan, Not, type FindOptionsWhere } from 'typeorm';
import { MembershipEntity } from '../../../accounts/people/membership.entity.js';
import { keyOfOwner, type ConnectionOwner } from '../../../kernel/caller.js';
import { Database } from '../../../platform/database/database.js';
import { Signals } from '../../../platform/database/signals.js';
import { everyAccount } from '../credential-owner.js';
import type { Credential } from './credential.js';
import { CredentialEntity } from './credential.entity.js';
import {
  CredentialStore,
  type CredentialChanges,
  type CredentialFilter,
  type CredentialNews,
} from './credential-store.port.js';

@Injectable()
export class TypeormCredentialStore extends CredentialStore {
  constructor(
    private readonly database: Database,
    private readonly signals: Signals,
  ) {
    super();
  }

  async find(serverId: string, owner: ConnectionOwner): Promise<Credential | undefined> {
    const ownerKey = keyOfOwner(owner);
    const row = await this.database.manager.findOneBy(CredentialEntity, { serverId, ownerKey });
    return row === null ? undefined : toCredential(row);
  }

  async findById(id: string): Promise<Credential | undefined> {
    const row = await this.database.manager.findOneBy(CredentialEntity, { id });
    return row === null ? undefined : toCredential(row);
  }

  async list(filter: CredentialFilter, limit: number): Promise<readonly Credential[]> {
    const { accountId, userId, ofAccount, ofOperator } = filter;
    const where: FindOptionsWhere<CredentialEntity>[] = [];
    if (userId !== undefined) where.push({ accountId, ownerKind: 'person', ownerId: userId });
    if (ofAccount) where.push({ accountId, ownerKind: In(['account', 'app']) });
    if (ofOperator) where.push({ ownerKey: everyAccount });
    if (where.length === 0) return [];
    const rows = await this.database.manager.find(CredentialEntity, {
      where,
      order: { id: 'ASC' },
      take: limit,
    });
    return rows.map(toCredential);
  }

  async versions(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.database.manager.find(CredentialEntity, {
      select: { id: true, version: true },
      where: { id: In([...ids]) },
    });
    return new Map(rows.map(({ id, version }) => [id, version]));
  }

  count(accountId: string): Promise<number> {
    return this.database.manager.countBy(CredentialEntity, { accountId });
  }

  async listOfApp(appId: string): Promise<readonly Credential[]> {
    const rows = await this.database.manager.find(CredentialEntity, {
      where: { appId },
      order: { id: 'ASC' },
    });
    return rows.map(toCredential);
  }

  insert(credential: Credential): Promise<boolean> {
    return this.database.write(async (manager) => {
      await manager
        .createQueryBuilder()
        .insert()
        .into(CredentialEntity)
        .values(rowOf(credential))
        .orIgnore()
        .updateEntity(false)
        .execute();
      const isThere = await manager.existsBy(CredentialEntity, { id: credential.id });
      if (isThere) await this.tell('connected', credential.id);
      return isThere;
    });
  }

  change(id: string, version: number, changes: CredentialChanges, news?: CredentialNews): Promise<boolean> {
    return this.database.write(async (manager) => {
      const changed = { ...changesOf(changes), version: version + 1 };
      const { affected } = await manager.update(CredentialEntity, { id, version }, changed);
      if (affected !== 1) return false;
      if (news !== undefined) await this.tell(news, id);
      return true;
    });
  }

  remove(id: string): Promise<boolean> {
    return this.database.write(async (manager) => {
      const { affected } = await manager.delete(CredentialEntity, { id });
      await this.tell('removed', id);
      return affected === 1;
    });
  }

  async releaseAll(): Promise<void> {
    await this.database.write((manager) =>
      manager.update(CredentialEntity, { leaseUntil: MoreThan(0) }, { leaseUntil: 0 }),
    );
  }

  async listLeft(limit: number): Promise<readonly Credential[]> {
    const rows = await this.database.manager
      .createQueryBuilder(CredentialEntity, 'c')
      .leftJoin(MembershipEntity, 'm', 'm.accountId = c.accountId AND m.userId = c.ownerId')
      .where('c.ownerKind = :kind AND m.userId IS NULL', { kind: 'person' })
      .orderBy('c.id')
      .limit(limit)
      .getMany();
    return rows.map(toCredential);
  }

  async listOfOtherKeys(keyId: string, after: string, limit: number): Promise<readonly Credential[]> {
    const rows = await this.database.manager.find(CredentialEntity, {
      where: { id: MoreThan(after), sealed: Not(Like(`v1.${keyId}.%`)) },
      order: { id: 'ASC' },
      take: limit,
    });
    return rows.map(toCredential);
  }

  reseal(id: string, before: string, sealed: string): Promise<boolean> {
    return this.database.write(async (manager) => {
      const { affected } = await manager.update(CredentialEntity, { id, sealed: before }, { sealed });
      return affected === 1;
    });
  }

  private tell(news: CredentialNews, id: string): Promise<void> {
    return this.signals.send('upstream-credential', `${news}:${id}`);
  }
}

function ownerOf({ ownerKind, accountId, ownerId }: CredentialEntity): ConnectionOwner {
  const account = accountId ?? everyAccount;
  switch (ownerKind) {
    case 'account':
      return { kind: 'account', accountId: account };
    case 'person':
      return { kind: 'person', accountId: account, userId: ownerId ?? '' };
    case 'app':
      return { kind: 'app', accountId: account, appId: ownerId ?? '' };
  }
}

function toCredential(row: CredentialEntity): Credential {
  return {
    id: row.id,
    serverId: row.serverId,
    owner: ownerOf(row),
    appId: row.appId ?? undefined,
    state: row.state,
    version: row.version,
    leaseUntil: row.leaseUntil,
    sealed: row.sealed ?? undefined,
    address: row.address,
    issuer: row.issuer,
    clientId: row.clientId,
    resource: row.resource ?? undefined,
    scopes: words(row.scopes),
    wantedScopes: row.wantedScopes === null ? undefined : words(row.wantedScopes),
    stepUps: row.stepUps,
    issuedAt: row.issuedAt ?? undefined,
    expiresAt: row.expiresAt ?? undefined,
    connectedAt: row.connectedAt,
    lastError: row.lastError ?? undefined,
  };
}

function rowOf(credential: Credential): CredentialEntity {
  const { id, serverId, owner, appId = null, version } = credential;
  const { state, leaseUntil, address, issuer, clientId, stepUps, connectedAt } = credential;
  return {
    id,
    serverId,
    ownerKey: keyOfOwner(owner),
    accountId: owner.accountId === everyAccount ? null : owner.accountId,
    appId,
    ownerKind: owner.kind,
    ownerId: owner.kind === 'account' ? null : owner.kind === 'person' ? owner.userId : owner.appId,
    version,
    ...{ state, leaseUntil, address, issuer, clientId, stepUps, connectedAt },
    sealed: credential.sealed ?? null,
    resource: credential.resource ?? null,
    scopes: credential.scopes.join(' '),
    wantedScopes: credential.wantedScopes?.join(' ') ?? null,
    issuedAt: credential.issuedAt ?? null,
    expiresAt: credential.expiresAt ?? null,
    lastError: credential.lastError ?? null,
  };
}

/** Columns that are to be empty come as `undefined`, which the entity manager would pass over. */
function changesOf({ scopes, wantedScopes, ...others }: CredentialChanges): Partial<CredentialEntity> {
  const given = Object.entries<unknown>(others).map(([name, value]) => [name, value ?? null] as const);
  return {
    ...(Object.fromEntries(given) as Partial<CredentialEntity>),
    ...(scopes === undefined ? {} : { scopes: scopes.join(' ') }),
    ...(wantedScopes === undefined ? {} : { wantedScopes: wantedScopes.join(' ') || null }),
  };
}

function words(text: string): readonly string[] {
  return text.split(' ').filter((word) => word !== '');
}
