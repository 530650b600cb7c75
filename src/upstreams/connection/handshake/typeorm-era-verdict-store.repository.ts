import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { Clock } from '../../../kernel/pacing/clock.js';
import { Config } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import { EraVerdictStore } from './era-verdict-store.port.js';
import { EraVerdictEntity } from './era-verdict.entity.js';
import type { EraVerdict } from './upstream-connector.port.js';

const hourMs = 3_600_000;

@Injectable()
export class TypeormEraVerdictStore extends EraVerdictStore {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {
    super();
  }

  async find(server: string): Promise<EraVerdict | undefined> {
    const row = await this.database.manager.findOneBy(EraVerdictEntity, { server });
    if (row === null) return undefined;
    const age = this.clock.now() - row.decidedAt;
    return age > this.config.values.ERA_VERDICT_HOURS * hourMs
      ? undefined
      : { era: row.era, transport: row.transport };
  }

  async save(server: string, { era, transport }: EraVerdict): Promise<void> {
    const decidedAt = this.clock.now();
    const expired = decidedAt - this.config.values.ERA_VERDICT_HOURS * hourMs;
    await this.database.write(async (manager) => {
      await manager.delete(EraVerdictEntity, { decidedAt: LessThan(expired) });
      await manager.upsert(EraVerdictEntity, { server, era, transport, decidedAt }, ['server']);
    });
  }
}
