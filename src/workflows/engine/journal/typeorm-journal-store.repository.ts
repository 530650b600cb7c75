import { Injectable } from '@nestjs/common';
import { In, Not } from 'typeorm';
import type { JsonValue } from '../../../kernel/json/json.js';
import { Database } from '../../../platform/database/database.js';
import { JournalEntryEntity } from './journal-entry.entity.js';
import type { EntryKind, JournalEntry } from './journal-entry.js';
import { JournalStore } from './journal-store.port.js';

/** Both databases bound the number of values in a statement. */
const rowsAtOnce = 500;

@Injectable()
export class TypeormJournalStore extends JournalStore {
  constructor(private readonly database: Database) {
    super();
  }

  async add(entries: readonly JournalEntry[]): Promise<void> {
    await this.database.write(async (manager) => {
      for (let start = 0; start < entries.length; start += rowsAtOnce)
        await manager
          .createQueryBuilder()
          .insert()
          .into(JournalEntryEntity)
          .values(
            entries
              .slice(start, start + rowsAtOnce)
              .map((entry) => ({ ...entry, value: JSON.stringify(entry.value) })),
          )
          .updateEntity(false)
          .execute();
    });
  }

  async list(runId: string): Promise<JournalEntry[]> {
    const rows = await this.database.manager.find(JournalEntryEntity, {
      where: { runId },
      order: { place: 'ASC' },
    });
    return rows.map(({ place, kind, key, value }) => ({
      ...{ runId, place, kind, key },
      value: JSON.parse(value) as JsonValue,
    }));
  }

  async listOpenWaits(runId: string): Promise<JsonValue[]> {
    const { manager } = this.database;
    const order = { place: 'ASC' } as const;
    const begun = await manager.find(JournalEntryEntity, { where: { runId, kind: 'wait' }, order });
    const open = new Map(begun.map(({ key, value }) => [key, JSON.parse(value) as JsonValue]));
    const keys = [...open.keys()];
    for (let start = 0; start < keys.length; start += rowsAtOnce) {
      const key = In(keys.slice(start, start + rowsAtOnce));
      const where = { runId, key, kind: Not(In<EntryKind>(['wait', 'mark'])) };
      for (const ended of await manager.find(JournalEntryEntity, { select: { key: true }, where }))
        open.delete(ended.key);
    }
    return [...open.values()];
  }

  async remove(runId: string, places: readonly number[]): Promise<void> {
    await this.database.write((manager) => manager.delete(JournalEntryEntity, { runId, place: In(places) }));
  }
}
