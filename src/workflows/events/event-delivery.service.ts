import { Injectable } from '@nestjs/common';
import type { JsonRecord, JsonValue } from '../../kernel/json/json.js';
import { expecting } from '../definition/event-filter.js';
import { newId } from '../../kernel/id.js';
import { Clock } from '../../kernel/pacing/clock.js';
import { Config } from '../../platform/config/config.js';
import { RunStore } from '../runs/run-store.port.js';
import { eventSignalPrefix } from './event-signal.js';
import { EventStore } from './event-store.port.js';
import type { EventWait, WorkflowEvent } from './workflow-event.js';

/** What waits, or begins, has changed since it was looked at: whoever wants to hand an event out looks again. */
export class EventRace extends Error {
  override readonly name = 'EventRace';
}

/** A filter that takes an event, and what that says of the correlations. */
export interface Taking<T extends EventWait = EventWait> {
  readonly wait: T;
  readonly values: JsonRecord;
}

/** Gives events to runs that wait, in the transaction that is open: a wait gets one, and is gone then, unless it stays. */
@Injectable()
export class EventDelivery {
  constructor(
    private readonly store: EventStore,
    private readonly runs: RunStore,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** To filters of one wait. What the event says of the correlations, all of its filters expect from now on. Throws `EventRace`. */
  async give(event: WorkflowEvent, taking: readonly Taking[]): Promise<void> {
    const [first] = taking;
    if (first === undefined) return;
    const { runId, wait: name } = first.wait;
    for (const { wait } of taking)
      if (!(await (wait.stays ? this.store.hasWait(wait) : this.store.takeWait(wait)))) throw new EventRace();
    for (const { wait } of taking) await this.signal(event, wait);
    const isOver = taking.some(({ wait }) => !wait.stays && !wait.needsAll);
    const values = Object.fromEntries(taking.flatMap((one) => Object.entries(one.values)));
    if (isOver || (await this.isFull(first.wait))) await this.store.removeWaits(runId, name);
    else if (Object.keys(values).length > 0) await this.bind(runId, name, values);
    // Should this process end now, somebody finds that the run is to be looked at.
    await this.runs.updateIn(runId, ['running', 'waiting'], { wakeAt: this.clock.now() });
  }

  private async signal(event: WorkflowEvent, { runId, wait, place }: EventWait): Promise<void> {
    await this.runs.addSignal({
      ...{ id: newId('sig'), runId, type: `${eventSignalPrefix}${wait}/${String(place)}` },
      ...{ data: event.event as JsonValue, sender: event.id, byPerson: false, senderRole: null },
      ...{ usedFor: null, boundTo: null, eventId: event.id, at: this.clock.now() },
    });
  }

  /** More than the run would take is not kept for it. */
  private async isFull({ runId, wait, stays }: EventWait): Promise<boolean> {
    if (!stays) return false;
    const prefix = `${eventSignalPrefix}${wait}/`;
    const names = await this.runs.listSignalNames(runId);
    const { WORKFLOW_MAX_ITEMS: most } = this.config.values;
    return names.length > most && names.filter(({ type }) => type.startsWith(prefix)).length > most;
  }

  private async bind(runId: string, name: string, values: JsonRecord): Promise<void> {
    for (const other of await this.store.listWaitsOf(runId, name))
      await this.store.changeWait({ ...other, terms: expecting(other.terms, values) });
  }
}
