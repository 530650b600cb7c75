import { Injectable } from '@nestjs/common';
import { AppEntity } from '../../../apps/app/app.entity.js';
import { Database } from '../../../platform/database/database.js';
import { In, IsNull, Not } from 'typeorm';
import type { Pin, PinKey } from './drift.js';
import { PinStore } from './pin-store.port.js';
import { PinEntity } from './pin.entity.js';

/** Both databases bound the number of values in a statement. */
const rowsAtOnce = 500;

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

  async removeOthers(appId: string, serverIds: readonly string[], most: number): Promise<void> {
    const pinned = await this.database.manager.find(PinEntity, {
      select: { serverId: true, pinnedAt: true },
      where: { appId },
      order: { pinnedAt: 'DESC', serverId: 'ASC' },
    });
    const known = new Set(serverIds);
    const others = [...new Set(pinned.map(({ serverId }) => serverId))].filter((id) => !known.has(id));
    const old = others.slice(most);
    for (let start = 0; start < old.length; start += rowsAtOnce) {
      const serverId = In(old.slice(start, start + rowsAtOnce));
      await this.database.write((manager) => manager.delete(PinEntity, { appId, serverId }));
    }
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
