import { Injectable } from '@nestjs/common';
import type { JsonRecord, JsonValue } from '../../kernel/json/json.js';
import { newId } from '../../kernel/id.js';
import { Clock } from '../../kernel/pacing/clock.js';
import { RunStore } from '../runs/run-store.port.js';
import { eventSignalPrefix } from './event-signal.js';
import { EventStore } from './event-store.port.js';
import type { EventWait, WorkflowEvent } from './workflow-event.js';

/** What waits, or begins, has changed since it was looked at: whoever wants to hand an event out looks again. */
export class EventRace extends Error {
  override readonly name = 'EventRace';
}

/** Gives events to runs that wait, in the transaction that is open: a wait gets one, and is gone then. */
@Injectable()
export class EventDelivery {
  constructor(
    private readonly store: EventStore,
    private readonly runs: RunStore,
    private readonly clock: Clock,
  ) {}

  /** `values`: what the event says of the correlations; other filters of the wait expect the same from now on. Throws `EventRace`. */
  async give(event: WorkflowEvent, wait: EventWait, values: JsonRecord): Promise<void> {
    const { runId, place, needsAll } = wait;
    if (!(await this.store.takeWait(wait))) throw new EventRace();
    if (!needsAll) await this.store.removeWaits(runId, wait.wait);
    else if (Object.keys(values).length > 0) await this.bind(runId, wait.wait, values);
    const at = this.clock.now();
    await this.runs.addSignal({
      ...{ id: newId('sig'), runId, type: `${eventSignalPrefix}${wait.wait}/${String(place)}` },
      ...{ data: event.event as JsonValue, sender: event.id, byPerson: false, senderRole: null, at },
      ...{ usedFor: null, boundTo: null, eventId: event.id },
    });
    // Should this process end now, somebody finds that the run is to be looked at.
    await this.runs.updateIn(runId, ['running', 'waiting'], { wakeAt: at });
  }

  private async bind(runId: string, name: string, values: JsonRecord): Promise<void> {
    for (const other of await this.store.listWaitsOf(runId, name)) {
      const correlate = other.terms.correlate.map((one) =>
        one.expect === undefined && Object.hasOwn(values, one.name)
          ? { ...one, expect: values[one.name] }
          : one,
      );
      await this.store.changeWait({ ...other, terms: { ...other.terms, correlate } });
    }
  }
}
