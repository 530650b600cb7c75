import { Injectable } from '@nestjs/common';
import { AppEntity } from '../../apps/app.entity.js';
import { Database } from '../../platform/database/database.js';
import { IsNull, Not } from 'typeorm';
import type { ToolPin } from './tool-drift.js';
import { ToolPinStore } from './tool-pin-store.port.js';
import { ToolPinEntity } from './tool-pin.entity.js';

@Injectable()
export class TypeormToolPinStore extends ToolPinStore {
  constructor(private readonly database: Database) {
    super();
  }

  async find(serverId: string): Promise<ToolPin | undefined> {
    const row = await this.database.manager.findOneBy(ToolPinEntity, { serverId });
    if (row === null) return undefined;
    const { tools, acceptedBy, reported, ...rest } = row;
    return {
      ...rest,
      tools: new Map(tools),
      acceptedBy: acceptedBy ?? undefined,
      reported: reported ?? undefined,
    };
  }

  async insertIfNew(pin: ToolPin): Promise<void> {
    await this.database.write((manager) =>
      manager
        .createQueryBuilder()
        .insert()
        .into(ToolPinEntity)
        .values(rowOf(pin))
        .orIgnore()
        .updateEntity(false)
        .execute(),
    );
  }

  replace(pin: ToolPin): Promise<boolean> {
    return this.database.write(async (manager) => {
      const { serverId, appId, version } = pin;
      const { affected } = await manager.update(
        ToolPinEntity,
        { serverId, version: version - 1 },
        rowOf(pin),
      );
      if (affected !== 1) return false;
      await manager.update(AppEntity, { id: appId }, { revision: () => 'revision + 1' });
      return true;
    });
  }

  async complete({ serverId, version, tools: before }: ToolPin, after: ToolPin): Promise<boolean> {
    const { affected } = await this.database.write((manager) =>
      manager
        .createQueryBuilder()
        .update(ToolPinEntity)
        .set({ tools: [...after.tools] })
        .where({ serverId, version })
        .andWhere('tools = :before', { before: JSON.stringify([...before]) })
        .execute(),
    );
    return affected === 1;
  }

  async markReported(serverId: string, reported: string): Promise<boolean> {
    const { affected } = await this.database.write((manager) =>
      manager.update(
        ToolPinEntity,
        [
          { serverId, reported: IsNull() },
          { serverId, reported: Not(reported) },
        ],
        { reported },
      ),
    );
    return affected === 1;
  }
}

function rowOf({ tools, acceptedBy, reported, ...rest }: ToolPin): ToolPinEntity {
  return { ...rest, tools: [...tools], acceptedBy: acceptedBy ?? null, reported: reported ?? null };
}
