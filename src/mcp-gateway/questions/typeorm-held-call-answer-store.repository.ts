import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { Clock } from '../../kernel/pacing/clock.js';
import { Database } from '../../platform/database/database.js';
import { Signals } from '../../platform/database/signals.js';
import { HeldCallAnswerStore, type AnswerState, type SentAnswer } from './held-call-answer-store.port.js';
import { HeldCallAnswerEntity } from './held-call-answer.entity.js';

/** What a process has left behind that died while it waited. */
const forgottenMs = 86_400_000;

@Injectable()
export class TypeormHeldCallAnswerStore extends HeldCallAnswerStore {
  constructor(
    private readonly database: Database,
    private readonly signals: Signals,
    private readonly clock: Clock,
  ) {
    super();
  }

  get isShared(): boolean {
    return this.database.isPostgres;
  }

  async send(sent: SentAnswer): Promise<void> {
    const createdAt = this.clock.now();
    await this.database.write(async (manager) => {
      await manager.delete(HeldCallAnswerEntity, { createdAt: LessThan(createdAt - forgottenMs) });
      await manager.insert(HeldCallAnswerEntity, { ...sent, state: 'asked', beats: 0, createdAt });
      await this.signals.send('held-call', sent.process);
    });
  }

  remind(process: string): Promise<void> {
    return this.signals.send('held-call', process);
  }

  async take(process: string): Promise<readonly SentAnswer[]> {
    return this.database.write(async (manager) => {
      const asked = await manager.findBy(HeldCallAnswerEntity, { process, state: 'asked' });
      const taken: SentAnswer[] = [];
      for (const row of asked) {
        const { affected } = await manager.update(
          HeldCallAnswerEntity,
          { id: row.id, state: 'asked' },
          { state: 'taken' },
        );
        if (affected === 1) taken.push(row);
      }
      return taken;
    });
  }

  async beat(id: string): Promise<boolean> {
    const { affected } = await this.database.write((manager) =>
      manager.increment(HeldCallAnswerEntity, { id }, 'beats', 1),
    );
    return affected === 1;
  }

  async finish(id: string, outcome: string): Promise<void> {
    await this.database.write(async (manager) => {
      await manager.update(HeldCallAnswerEntity, { id }, { state: 'done', outcome });
      await this.signals.send('held-call', id);
    });
  }

  async look(id: string): Promise<AnswerState | undefined> {
    return (await this.database.manager.findOneBy(HeldCallAnswerEntity, { id })) ?? undefined;
  }

  async withdraw(id: string): Promise<boolean> {
    const { affected } = await this.database.write((manager) =>
      manager.delete(HeldCallAnswerEntity, { id, state: 'asked' }),
    );
    return affected === 1;
  }

  async remove(id: string): Promise<void> {
    await this.database.write((manager) => manager.delete(HeldCallAnswerEntity, { id }));
  }

  onChange(listener: (id: string | undefined) => void): void {
    this.signals.on('held-call', listener);
    this.signals.onGap(() => {
      listener(undefined);
    });
  }
}
