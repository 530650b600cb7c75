import { Injectable } from '@nestjs/common';
import { AppEntity } from '../../../apps/app/app.entity.js';
import { Database } from '../../../platform/database/database.js';
import { IsNull, Not } from 'typeorm';
import type { Pin, PinKey } from './drift.js';
import { PinStore } from './pin-store.port.js';
import { PinEntity } from './pin.entity.js';

@Injectable()
export class TypeormPinStore extends PinStore {
  constructor(private readonly database: Database) {
    super();
  }

  async find({ serverId, kind }: PinKey): Promise<Pin | undefined> {
    const row = await this.database.manager.findOneBy(PinEntity, { serverId, kind });
    if (row === null) return undefined;
    const { items, acceptedBy, reported, ...rest } = row;
    return {
      ...rest,
      items: new Map(items),
      acceptedBy: acceptedBy ?? undefined,
      reported: reported ?? undefined,
    };
  }

  async insertIfNew(pin: Pin): Promise<void> {
    await this.database.write((manager) =>
      manager
        .createQueryBuilder()
        .insert()
        .into(PinEntity)
        .values(rowOf(pin))
        .orIgnore()
        .updateEntity(false)
        .execute(),
    );
  }

  replace(pin: Pin): Promise<boolean> {
    return this.database.write(async (manager) => {
      const { serverId, kind, appId, version } = pin;
      const predecessor = { serverId, kind, version: version - 1 };
      const { affected } = await manager.update(PinEntity, predecessor, rowOf(pin));
      if (affected !== 1) return false;
      await manager.update(AppEntity, { id: appId }, { revision: () => 'revision + 1' });
      return true;
    });
  }

  async complete({ serverId, kind, version, items: before }: Pin, after: Pin): Promise<boolean> {
    const { affected } = await this.database.write((manager) =>
      manager
        .createQueryBuilder()
        .update(PinEntity)
        .set({ items: [...after.items] })
        .where({ serverId, kind, version })
        .andWhere('items = :before', { before: JSON.stringify([...before]) })
        .execute(),
    );
    return affected === 1;
  }

  async markReported({ serverId, kind }: PinKey, reported: string): Promise<boolean> {
    const { affected } = await this.database.write((manager) =>
      manager.update(
        PinEntity,
        [
          { serverId, kind, reported: IsNull() },
          { serverId, kind, reported: Not(reported) },
        ],
        { reported },
      ),
    );
    return affected === 1;
  }
}

function rowOf({ items, acceptedBy, reported, ...rest }: Pin): PinEntity {
  return { ...rest, items: [...items], acceptedBy: acceptedBy ?? null, reported: reported ?? null };
}
