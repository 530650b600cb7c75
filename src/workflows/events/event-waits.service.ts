import { Injectable } from '@nestjs/common';
import type { JsonRecord } from '../../kernel/json/json.js';
import { Database } from '../../platform/database/database.js';
import { Expressions } from '../../platform/expressions/expressions.port.js';
import { expecting } from '../definition/event-filter.js';
import { RunStore } from '../runs/run-store.port.js';
import type { Run } from '../runs/run.js';
import { EventDelivery, EventRace, type Taking } from './event-delivery.service.js';
import { EventMatch } from './event-match.js';
import { eventSignalPrefix, eventWaitOf } from './event-signal.js';
import { EventStore } from './event-store.port.js';
import type { AwaitedEvent, EventWait, WorkflowEvent } from './workflow-event.js';

const mostPast = 10_000;
/** Each filter has said what it is about long before. */
const mostHad = 20;

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
  async begin(run: Run, key: string, awaited: readonly AwaitedEvent[]): Promise<void> {
    const { id: runId, appId, createdAt: since } = run;
    const wait = eventWaitOf(key);
    const written = awaited.map((one) => ({ ...one, runId, wait, appId, type: one.terms.type }));
    const waits = await this.asBefore(run, wait, written);
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

  /** What has come that is not among those `taken` is there for the next that waits. */
  async end({ id, appId }: Run, key: string, taken: ReadonlySet<string>): Promise<void> {
    const prefix = `${eventSignalPrefix}${eventWaitOf(key)}/`;
    await this.database.write(async () => {
      await this.store.lock(appId);
      await this.store.removeWaits(id, eventWaitOf(key));
      const names = await this.runs.listSignalNames(id);
      const left = names.filter((signal) => signal.type.startsWith(prefix) && !taken.has(signal.id));
      if (left.length > 0) await this.runs.removeSignals(left.map((signal) => signal.id));
    });
  }

  /** Where the wait has had events, it goes on with what those were about. */
  private async asBefore(run: Run, name: string, waits: readonly EventWait[]): Promise<readonly EventWait[]> {
    const isOpen = waits.some(({ terms }) => terms.correlate.some(({ expect }) => expect === undefined));
    if (!isOpen) return waits;
    const prefix = `${eventSignalPrefix}${name}/`;
    const had = (await this.runs.listSignalNames(run.id)).filter(({ type }) => type.startsWith(prefix));
    let values: JsonRecord = {};
    for (const { type, eventId } of await this.runs.findSignals(had.slice(0, mostHad).map(({ id }) => id))) {
      const event = eventId === null ? undefined : await this.store.find(eventId);
      const terms = waits.find(({ place }) => type === `${prefix}${String(place)}`)?.terms;
      if (event === undefined || terms === undefined) continue;
      const said = await new EventMatch(this.expressions, run.accountId, event).by(terms);
      values = { ...said, ...values };
    }
    return waits.map((one) => ({ ...one, terms: expecting(one.terms, values) }));
  }

  /** Those for which nothing has come yet: the process may have died after it came. */
  private async stillOpen(waits: readonly EventWait[]): Promise<readonly EventWait[]> {
    const [first] = waits;
    if (first === undefined) return [];
    const prefix = `${eventSignalPrefix}${first.wait}/`;
    const types = new Set((await this.runs.listSignalNames(first.runId)).map(({ type }) => type));
    const ends = waits.filter(({ stays }) => !stays);
    const open = ends.filter(({ place }) => !types.has(`${prefix}${String(place)}`));
    const isOver = ends.length > 0 && (first.needsAll ? open.length === 0 : open.length < ends.length);
    return isOver ? [] : [...waits.filter(({ stays }) => stays), ...open];
  }

  /** `false` when the wait has all that it wants. */
  private async offer(run: Run, name: string, event: WorkflowEvent): Promise<boolean> {
    const match = new EventMatch(this.expressions, run.accountId, event);
    for (;;) {
      const waits = await this.store.listWaitsOf(run.id, name);
      if (waits.length === 0) return false;
      const found = await takenBy(waits, match);
      if (found.length === 0) return true;
      try {
        await this.database.write(async () => {
          await this.store.lock(event.appId);
          await this.delivery.give(event, found);
        });
        return true;
      } catch (error) {
        if (!(error instanceof EventRace)) throw error;
      }
    }
  }
}

/** The first filter of a wait that takes the event, and of those that stay the first as well. */
export async function takenBy<T extends EventWait>(
  waits: readonly T[],
  match: EventMatch,
): Promise<readonly Taking<T>[]> {
  const found: Taking<T>[] = [];
  for (const wait of waits) {
    if (found.some((other) => other.wait.stays === wait.stays)) continue;
    const values = await match.by(wait.terms);
    if (values !== undefined) found.push({ wait, values });
  }
  return found;
}
