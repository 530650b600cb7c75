import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Signals } from '../../platform/database/signals.js';
import { PublishedServerEntity } from './published-server.entity.js';
import { PublishedStore, type StoredServer } from './published-store.port.js';

@Injectable()
export class TypeormPublishedStore extends PublishedStore {
  constructor(
    private readonly database: Database,
    private readonly signals: Signals,
  ) {
    super();
  }

  list(): Promise<StoredServer[]> {
    return this.database.manager.find(PublishedServerEntity, { order: { name: 'ASC' } });
  }

  async revisions(): Promise<ReadonlyMap<string, string>> {
    const rows = await this.database.manager.find(PublishedServerEntity, {
      select: { name: true, revision: true },
    });
    return new Map(rows.map(({ name, revision }) => [name, revision]));
  }

  insert(server: StoredServer): Promise<boolean> {
    return this.database.write(async (manager) => {
      await manager
        .createQueryBuilder()
        .insert()
        .into(PublishedServerEntity)
        .values(server)
        .orIgnore()
        .updateEntity(false)
        .execute();
      const { name, revision } = server;
      const isOurs = await manager.existsBy(PublishedServerEntity, { name, revision });
      if (isOurs) await this.signals.send('published-server', name);
      return isOurs;
    });
  }

  update(
    { name, ...change }: Pick<StoredServer, 'name' | 'sealed' | 'revision' | 'updatedAt'>,
    former: string,
  ): Promise<boolean> {
    return this.database.write(async (manager) => {
      const { affected } = await manager.update(PublishedServerEntity, { name, revision: former }, change);
      if (affected === 1) await this.signals.send('published-server', name);
      return affected === 1;
    });
  }

  remove(name: string): Promise<boolean> {
    return this.database.write(async (manager) => {
      const { affected } = await manager.delete(PublishedServerEntity, { name });
      if (affected === 1) await this.signals.send('published-server', name);
      return affected === 1;
    });
  }
}
