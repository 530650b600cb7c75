import { Injectable } from '@nestjs/common';
import { In, IsNull, LessThanOrEqual } from 'typeorm';
import { Database } from '../../../platform/database/database.js';
import type { AuditEvent } from '../audit-store.port.js';
import { eventIn } from '../typeorm-audit-store.repository.js';
import { AuditOutbox, type SinkTrouble } from './audit-outbox.port.js';
import { AuditSenderEntity } from './audit-sender.entity.js';
import { UnsentAuditEventEntity } from './unsent-audit-event.entity.js';

const id = 'audit';

@Injectable()
export class TypeormAuditOutbox extends AuditOutbox {
  constructor(private readonly database: Database) {
    super();
  }

  async newest(): Promise<string | undefined> {
    const [row] = await this.database.manager.find(UnsentAuditEventEntity, {
      order: { id: 'DESC' },
      take: 1,
    });
    return row?.id;
  }

  async list(upTo: string, limit: number): Promise<AuditEvent[]> {
    const rows = await this.database.manager.find(UnsentAuditEventEntity, {
      where: { id: LessThanOrEqual(upTo) },
      relations: { event: true },
      order: { id: 'ASC' },
      take: limit,
    });
    return rows.flatMap(({ event }) => (event === undefined ? [] : [eventIn(event)]));
  }

  async taken(ids: readonly string[]): Promise<void> {
    await this.database.write((manager) => manager.delete(UnsentAuditEventEntity, { id: In([...ids]) }));
  }

  hold(holder: string, now: number, until: number): Promise<boolean> {
    return this.database.write(async (manager) => {
      const free = [
        { id, holder },
        { id, holder: IsNull() },
        { id, heldUntil: LessThanOrEqual(now) },
      ];
      const { affected } = await manager
        .createQueryBuilder()
        .update(AuditSenderEntity)
        .set({ holder, heldUntil: until })
        .where(free)
        .execute();
      return affected === 1;
    });
  }

  async release(holder: string): Promise<void> {
    await this.database.write((manager) =>
      manager.update(AuditSenderEntity, { id, holder }, { holder: null, heldUntil: 0 }),
    );
  }

  async tell(failure: string | undefined, now: number): Promise<void> {
    await this.database.write(async (manager) => {
      if (failure === undefined) {
        await manager.update(AuditSenderEntity, { id }, { failure: null, failingSince: null });
        return;
      }
      await manager.update(AuditSenderEntity, { id, failingSince: IsNull() }, { failingSince: now });
      await manager.update(AuditSenderEntity, { id }, { failure: failure.slice(0, 300) });
    });
  }

  async trouble(): Promise<SinkTrouble | undefined> {
    const { manager } = this.database;
    const row = await manager.findOneBy(AuditSenderEntity, { id });
    if (row?.failure == null) return undefined;
    const waiting = await manager.count(UnsentAuditEventEntity);
    return { failure: row.failure, since: row.failingSince ?? 0, waiting };
  }
}
