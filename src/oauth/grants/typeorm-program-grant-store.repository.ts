import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { In, LessThan, MoreThan } from 'typeorm';
import type { Scope } from '../../kernel/principal.js';
import { Database } from '../../platform/database/database.js';
import { GrantFamilyEntity } from './grant-family.entity.js';
import type { GrantFamily } from './grant-family.js';
import { ProgramGrantEntity } from './program-grant.entity.js';
import { ProgramGrantStore, type ProgramGrantChange } from './program-grant-store.port.js';
import { identityOf, type GrantedReach, type ProgramGrant } from './program-grant.js';

@Injectable()
export class TypeormProgramGrantStore extends ProgramGrantStore {
  constructor(private readonly database: Database) {
    super();
  }

  async insert(grant: ProgramGrant): Promise<void> {
    await this.database.write((manager) => manager.insert(ProgramGrantEntity, toRow(grant)));
  }

  async change(id: string, change: ProgramGrantChange): Promise<void> {
    await this.database.write(async (manager) => {
      const row = await manager.findOneBy(ProgramGrantEntity, { id });
      if (row !== null)
        await manager.update(ProgramGrantEntity, { id }, toRow({ ...toGrant(row), ...change }));
    });
  }

  async remove(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.database.write(async (manager) => {
      await manager.delete(GrantFamilyEntity, { grantId: In(ids) });
      await manager.delete(ProgramGrantEntity, { id: In(ids) });
    });
  }

  async findByIdentity(identity: string): Promise<ProgramGrant | undefined> {
    const row = await this.database.manager.findOneBy(ProgramGrantEntity, {
      identityDigest: digestOf(identity),
    });
    return row === null ? undefined : toGrant(row);
  }

  async find(id: string): Promise<ProgramGrant | undefined> {
    const row = await this.database.manager.findOneBy(ProgramGrantEntity, { id });
    return row === null ? undefined : toGrant(row);
  }

  async lock(id: string): Promise<ProgramGrant | undefined> {
    const row = await this.database.manager.findOne(ProgramGrantEntity, { where: { id }, ...this.forUpdate });
    return row === null ? undefined : toGrant(row);
  }

  async listOfClient(userId: string, clientId: string, now: number): Promise<ProgramGrant[]> {
    const rows = await this.database.manager.findBy(ProgramGrantEntity, {
      ...{ userId, clientId },
      expiresAt: MoreThan(now),
    });
    return rows.map(toGrant);
  }

  hasClient(clientId: string, now: number): Promise<boolean> {
    return this.database.manager.existsBy(ProgramGrantEntity, { clientId, expiresAt: MoreThan(now) });
  }

  async list(
    of: { readonly accountId: string; readonly userId?: string },
    now: number,
    limit: number,
    before?: string,
  ): Promise<ProgramGrant[]> {
    const rows = await this.database.manager.find(ProgramGrantEntity, {
      where: {
        ...of,
        expiresAt: MoreThan(now),
        ...(before === undefined ? {} : { id: LessThan(before) }),
      },
      order: { id: 'DESC' },
      take: limit,
    });
    return rows.map(toGrant);
  }

  async listIds(userId: string, accountId?: string): Promise<string[]> {
    const rows = await this.database.manager.find(ProgramGrantEntity, {
      select: { id: true },
      where: { userId, ...(accountId === undefined ? {} : { accountId }) },
    });
    return rows.map(({ id }) => id);
  }

  async insertFamily(family: GrantFamily): Promise<void> {
    const row = { ...family, scopes: family.scopes.join(' ') };
    await this.database.write((manager) => manager.insert(GrantFamilyEntity, row));
  }

  async findFamily(handleDigests: readonly string[]): Promise<GrantFamily | undefined> {
    const row = await this.database.manager.findOneBy(GrantFamilyEntity, { handleDigest: In(handleDigests) });
    return row === null ? undefined : toFamily(row);
  }

  async lockFamily(id: string): Promise<GrantFamily | undefined> {
    const row = await this.database.manager.findOne(GrantFamilyEntity, { where: { id }, ...this.forUpdate });
    return row === null ? undefined : toFamily(row);
  }

  async changeFamily(
    id: string,
    change: Partial<Pick<GrantFamily, 'secretDigest' | 'formerDigest' | 'rotatedAt' | 'expiresAt'>>,
  ): Promise<void> {
    await this.database.write((manager) => manager.update(GrantFamilyEntity, { id }, change));
  }

  async listFamilies(grantId: string): Promise<GrantFamily[]> {
    const order = { createdAt: 'ASC', id: 'ASC' } as const;
    const rows = await this.database.manager.find(GrantFamilyEntity, { where: { grantId }, order });
    return rows.map(toFamily);
  }

  async removeFamilies(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.database.write((manager) => manager.delete(GrantFamilyEntity, { id: In(ids) }));
  }

  removeExpired(before: number, limit: number): Promise<boolean> {
    return this.database.write(async (manager) => {
      const expired = { where: { expiresAt: LessThan(before) }, select: { id: true }, take: limit } as const;
      const families = await manager.find(GrantFamilyEntity, expired);
      const grants = await manager.find(ProgramGrantEntity, expired);
      const stillExpired = { expiresAt: LessThan(before) };
      // A grant comes before its families, as where tokens are refreshed.
      await manager.delete(ProgramGrantEntity, { id: In(grants.map(({ id }) => id)), ...stillExpired });
      await manager.delete(GrantFamilyEntity, { id: In(families.map(({ id }) => id)), ...stillExpired });
      return families.length === limit || grants.length === limit;
    });
  }

  /** On SQLite all writers stand in line anyway, and there is no such lock. */
  private get forUpdate(): { lock?: { mode: 'pessimistic_write' } } {
    return this.database.isPostgres ? { lock: { mode: 'pessimistic_write' } } : {};
  }
}

function digestOf(identity: string): string {
  return createHash('sha256').update(identity).digest('base64url');
}

function toRow({
  program,
  resource,
  address,
  servers,
  apps,
  scopes,
  ...grant
}: ProgramGrant): ProgramGrantEntity {
  const reach: GrantedReach = { resource, address, servers, apps };
  return {
    ...grant,
    identityDigest: digestOf(identityOf({ program, ...grant }, reach)),
    ...{ clientId: program.id, clientName: program.name, clientKind: program.kind, clientHost: program.host },
    reach: JSON.stringify(reach),
    scopes: scopes.join(' '),
  };
}

function toGrant(row: ProgramGrantEntity): ProgramGrant {
  const { id, accountId, userId, returnHost, createdAt, lastUsedAt, expiresAt } = row;
  return {
    ...{ id, accountId, userId, returnHost, createdAt, lastUsedAt, expiresAt },
    program: { id: row.clientId, name: row.clientName, kind: row.clientKind, host: row.clientHost },
    ...(JSON.parse(row.reach) as GrantedReach),
    scopes: scopesOf(row.scopes),
  };
}

function toFamily({ scopes, ...row }: GrantFamilyEntity): GrantFamily {
  return { ...row, scopes: scopesOf(scopes) };
}

function scopesOf(text: string): readonly Scope[] {
  return text.split(' ').filter(Boolean) as Scope[];
}
