import { Injectable } from '@nestjs/common';
import type { JsonRecord } from '../../kernel/json/json.js';
import { Database } from '../../platform/database/database.js';
import { Expressions } from '../../platform/expressions/expressions.port.js';
import type { Awaited } from '../interpreter/durable-context.port.js';
import { RunStore } from '../runs/run-store.port.js';
import type { Run } from '../runs/run.js';
import { EventDelivery, EventRace } from './event-delivery.service.js';
import { EventMatch } from './event-match.js';
import { eventSignalPrefix, eventWaitOf } from './event-signal.js';
import { EventStore } from './event-store.port.js';
import type { EventWait, WorkflowEvent } from './workflow-event.js';

const mostPast = 10_000;

/**
 * What runs wait for of the events of their app. Between a wait and an event nothing is lost and nothing doubled: in one line per app either
 * the wait is written down first, and whoever hands the event out finds it, or the event has been handed out before, and the wait begins with it.
 */
@Injectable()
export class EventWaits {
  constructor(
    private readonly store: EventStore,
    private readonly runs: RunStore,
    private readonly delivery: EventDelivery,
    private readonly expressions: Expressions,
    private readonly database: Database,
  ) {}

  /** When this returns, an event that comes is a signal of the run, and so is one that came since the run began and that it has not had. */
  async begin(run: Run, key: string, awaited: readonly Awaited[], needsAll: boolean): Promise<void> {
    const { id: runId, appId, createdAt: since } = run;
    const wait = eventWaitOf(key);
    const waits = awaited.flatMap(({ event: terms }, place): EventWait[] =>
      terms === undefined ? [] : [{ runId, wait, place, appId, type: terms.type, needsAll, terms }],
    );
    const past = await this.database.write(async () => {
      await this.store.lock(appId);
      const open = await this.stillOpen(waits);
      if (open.length === 0) return [];
      await this.store.addWaits(open);
      const types = [...new Set(open.map(({ type }) => type))];
      return this.store.listPast({ appId, types, since, runId }, mostPast);
    });
    for (const id of past) {
      const event = id === run.start.eventId ? undefined : await this.store.find(id);
      const isForIt = event !== undefined && (event.onlyOf ?? run.tokenId) === run.tokenId;
      if (isForIt && !(await this.offer(run, wait, event))) return;
    }
  }

  async end({ id }: Run, key: string): Promise<void> {
    await this.store.removeWaits(id, eventWaitOf(key));
  }

  /** Those for which nothing has come yet: the process may have died after it came. */
  private async stillOpen(waits: readonly EventWait[]): Promise<readonly EventWait[]> {
    const [first] = waits;
    if (first === undefined) return [];
    const prefix = `${eventSignalPrefix}${first.wait}/`;
    const types = new Set((await this.runs.listSignals(first.runId)).map(({ type }) => type));
    const open = waits.filter(({ place }) => !types.has(`${prefix}${String(place)}`));
    return first.needsAll || open.length === waits.length ? open : [];
  }

  /** `false` when the wait has all that it wants. */
  private async offer(run: Run, name: string, event: WorkflowEvent): Promise<boolean> {
    const match = new EventMatch(this.expressions, run.accountId, event);
    for (;;) {
      const waits = await this.store.listWaitsOf(run.id, name);
      if (waits.length === 0) return false;
      const found = await firstMatch(waits, match);
      if (found === undefined) return true;
      try {
        await this.database.write(() => this.delivery.give(event, found.wait, found.values));
        return true;
      } catch (error) {
        if (!(error instanceof EventRace)) throw error;
      }
    }
  }
}

/** The first filter of a wait that takes the event. */
export async function firstMatch<T extends EventWait>(
  waits: readonly T[],
  match: EventMatch,
): Promise<{ readonly wait: T; readonly values: JsonRecord } | undefined> {
  for (const wait of waits) {
    const values = await match.by(wait.terms);
    if (values !== undefined) return { wait, values };
  }
  return undefined;
}
