import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { In, Like, Not } from 'typeorm';
import { Database } from '../../../platform/database/database.js';
import { CredentialEntity } from './credential.entity.js';
import { UpstreamClientEntity } from './upstream-client.entity.js';
import { UpstreamClientStore, type UpstreamClient } from './upstream-client-store.port.js';

type Key = Pick<UpstreamClient, 'issuer' | 'redirectUri'>;

@Injectable()
export class TypeormUpstreamClientStore extends UpstreamClientStore {
  constructor(private readonly database: Database) {
    super();
  }

  async find(key: Key): Promise<UpstreamClient | undefined> {
    const row = await this.database.manager.findOneBy(UpstreamClientEntity, { id: idOf(key) });
    return row === null ? undefined : toClient(row);
  }

  async findByClient(issuer: string, clientId: string): Promise<UpstreamClient | undefined> {
    const row = await this.database.manager.findOneBy(UpstreamClientEntity, { issuer, clientId });
    return row === null ? undefined : toClient(row);
  }

  insert(client: UpstreamClient): Promise<UpstreamClient> {
    return this.database.write(async (manager) => {
      const id = idOf(client);
      await manager
        .createQueryBuilder()
        .insert()
        .into(UpstreamClientEntity)
        .values({ ...client, id, expiresAt: client.expiresAt ?? null })
        .orIgnore()
        .updateEntity(false)
        .execute();
      return toClient(await manager.findOneByOrFail(UpstreamClientEntity, { id }));
    });
  }

  async remove(issuer: string, clientId: string): Promise<void> {
    await this.database.write((manager) => manager.delete(UpstreamClientEntity, { issuer, clientId }));
  }

  removeUnused(before: number, limit: number): Promise<number> {
    return this.database.write(async (manager) => {
      const rows = await manager
        .createQueryBuilder(UpstreamClientEntity, 'u')
        .select('u.id')
        .leftJoin(CredentialEntity, 'c', 'c.issuer = u.issuer AND c.clientId = u.clientId')
        .where('u.createdAt < :before AND c.id IS NULL', { before })
        .limit(limit)
        .getMany();
      if (rows.length > 0) await manager.delete(UpstreamClientEntity, { id: In(rows.map(({ id }) => id)) });
      return rows.length;
    });
  }

  async listOfOtherKeys(keyId: string): Promise<readonly UpstreamClient[]> {
    const rows = await this.database.manager.find(UpstreamClientEntity, {
      where: { sealed: Not(Like(`v1.${keyId}.%`)) },
    });
    return rows.map(toClient);
  }

  async reseal(client: UpstreamClient, sealed: string): Promise<void> {
    const { sealed: before } = client;
    await this.database.write((manager) =>
      manager.update(UpstreamClientEntity, { id: idOf(client), sealed: before }, { sealed }),
    );
  }
}

function idOf({ issuer, redirectUri }: Key): string {
  return createHash('sha256')
    .update(JSON.stringify([issuer, redirectUri]))
    .digest('base64url');
}

function toClient({
  issuer,
  redirectUri,
  clientId,
  sealed,
  createdAt,
  expiresAt,
}: UpstreamClientEntity): UpstreamClient {
  return { issuer, redirectUri, clientId, sealed, createdAt, expiresAt: expiresAt ?? undefined };
}
