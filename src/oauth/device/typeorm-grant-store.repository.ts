import { Injectable } from '@nestjs/common';
import { In, LessThan } from 'typeorm';
import type { Scope } from '../../kernel/principal.js';
import { Database } from '../../platform/database/database.js';
import { CodeEntryEntity } from './code-entry.entity.js';
import { DeviceGrantEntity } from './device-grant.entity.js';
import type { DeviceGrant, GrantChange, GrantState } from './device-grant.js';
import { GrantStore, type CodeEntries } from './grant-store.port.js';

const none: CodeEntries = { wrong: 0, since: 0 };

@Injectable()
export class TypeormGrantStore extends GrantStore {
  constructor(private readonly database: Database) {
    super();
  }

  async insert(grant: DeviceGrant, forgetBefore: number): Promise<void> {
    await this.database.write(async (manager) => {
      await manager.delete(DeviceGrantEntity, { expiresAt: LessThan(forgetBefore) });
      await manager.insert(DeviceGrantEntity, toRow(grant));
    });
  }

  isUserCodeTaken(userCodeDigest: string): Promise<boolean> {
    return this.database.manager.existsBy(DeviceGrantEntity, { userCodeDigest });
  }

  findByDeviceCode(deviceCodeDigest: string): Promise<DeviceGrant | undefined> {
    return this.findBy({ deviceCodeDigest });
  }

  findByUserCode(userCodeDigest: string): Promise<DeviceGrant | undefined> {
    return this.findBy({ userCodeDigest });
  }

  async lock(id: string): Promise<DeviceGrant | undefined> {
    const row = await this.database.manager.findOne(DeviceGrantEntity, { where: { id }, ...this.forUpdate });
    return row === null ? undefined : toGrant(row);
  }

  async change(id: string, from: GrantState, { scopes, ...rest }: GrantChange): Promise<boolean> {
    const values = { ...rest, ...(scopes === undefined ? {} : { scopes: scopes.join(' ') }) };
    const result = await this.database.write((manager) =>
      manager.update(DeviceGrantEntity, { id, state: from }, values),
    );
    return result.affected === 1;
  }

  async denyApprovedOf(userId: string, accountId?: string): Promise<void> {
    const where = {
      userId,
      ...(accountId === undefined ? {} : { accountId }),
      state: In(['pending', 'approved']),
    };
    await this.database.write((manager) => manager.update(DeviceGrantEntity, where, { state: 'denied' }));
  }

  async findEntries(userId: string): Promise<CodeEntries> {
    return (await this.database.manager.findOneBy(CodeEntryEntity, { userId })) ?? none;
  }

  async lockEntries(userId: string): Promise<CodeEntries> {
    const { manager } = this.database;
    await manager
      .createQueryBuilder()
      .insert()
      .into(CodeEntryEntity)
      .values({ userId, ...none })
      .orIgnore()
      .updateEntity(false)
      .execute();
    return (await manager.findOne(CodeEntryEntity, { where: { userId }, ...this.forUpdate })) ?? none;
  }

  async saveEntries(userId: string, { wrong, since }: CodeEntries): Promise<void> {
    await this.database.write((manager) => manager.update(CodeEntryEntity, { userId }, { wrong, since }));
  }

  private async findBy(
    where: { readonly deviceCodeDigest: string } | { readonly userCodeDigest: string },
  ): Promise<DeviceGrant | undefined> {
    const row = await this.database.manager.findOneBy(DeviceGrantEntity, where);
    return row === null ? undefined : toGrant(row);
  }

  /** On SQLite all writers stand in line anyway, and there is no such lock. */
  private get forUpdate(): { lock?: { mode: 'pessimistic_write' } } {
    return this.database.isPostgres ? { lock: { mode: 'pessimistic_write' } } : {};
  }
}

function toGrant({ deviceName, deviceOs, deviceVersion, scopes, ...row }: DeviceGrantEntity): DeviceGrant {
  return {
    ...row,
    scopes: scopes.split(' ').filter(Boolean) as Scope[],
    device: { name: deviceName, os: deviceOs, version: deviceVersion },
  };
}

function toRow({ device, scopes, ...grant }: DeviceGrant): DeviceGrantEntity {
  return {
    ...grant,
    scopes: scopes.join(' '),
    ...{ deviceName: device.name, deviceOs: device.os, deviceVersion: device.version },
  };
}
