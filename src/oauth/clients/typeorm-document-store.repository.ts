import { Injectable } from '@nestjs/common';
import { In, LessThan, Not } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import { ClientDocumentEntity } from './client-document.entity.js';
import { DocumentStore, type KeptDocument } from './document-store.port.js';

@Injectable()
export class TypeormDocumentStore extends DocumentStore {
  constructor(private readonly database: Database) {
    super();
  }

  async find(address: string): Promise<KeptDocument | undefined> {
    const row = await this.database.manager.findOneBy(ClientDocumentEntity, { id: address });
    return row === null ? undefined : toDocument(row);
  }

  async keep({ redirectUris, ...document }: KeptDocument, max: number): Promise<void> {
    await this.database.write(async (manager) => {
      const row = { ...document, redirectUris: JSON.stringify(redirectUris) };
      await manager.upsert(ClientDocumentEntity, row, ['id']);
      const tooMany = (await manager.count(ClientDocumentEntity)) - max;
      if (tooMany <= 0) return;
      const oldest = await manager.find(ClientDocumentEntity, {
        select: { id: true },
        where: { id: Not(document.id) },
        order: { seenAt: 'ASC' },
        take: tooMany,
      });
      await manager.delete(ClientDocumentEntity, { id: In(oldest.map(({ id }) => id)) });
    });
  }

  async touch(address: string, seenAt: number): Promise<void> {
    await this.database.write((manager) => manager.update(ClientDocumentEntity, { id: address }, { seenAt }));
  }

  removeUnseen(since: number, limit: number): Promise<number> {
    return this.database.write(async (manager) => {
      const rows = await manager.find(ClientDocumentEntity, {
        select: { id: true },
        where: { seenAt: LessThan(since) },
        take: limit,
      });
      await manager.delete(ClientDocumentEntity, {
        id: In(rows.map(({ id }) => id)),
        seenAt: LessThan(since),
      });
      return rows.length;
    });
  }
}

function toDocument({ redirectUris, ...row }: ClientDocumentEntity): KeptDocument {
  return { ...row, redirectUris: JSON.parse(redirectUris) as string[] };
}
