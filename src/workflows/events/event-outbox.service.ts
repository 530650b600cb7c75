import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { isLeftWhole } from '../../apps/app/left-whole.js';
import { reachOf } from '../../kernel/grant-reach.js';
import type { JsonValue } from '../../kernel/json/json.js';
import { Clock } from '../../kernel/pacing/clock.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import { StorageQuotas } from '../../platform/storage/storage-quotas.service.js';
import { Expressions } from '../../platform/expressions/expressions.port.js';
import { RunAuthority } from '../calls/run-authority.service.js';
import { Journal } from '../engine/journal/journal.service.js';
import { sizeOf } from '../expressions/json-size.js';
import type { EventSink } from '../interpreter/ports.js';
import { WorkflowFailure } from '../interpreter/workflow-error.js';
import { rootOf, type Run } from '../runs/run.js';
import { ScheduleStore } from '../schedules/schedule-store.port.js';
import { listening, tooDeep } from './began-by-events.js';
import { EventMatch } from './event-match.js';
import { EventStore } from './event-store.port.js';
import type { WorkflowEvent } from './workflow-event.js';

/** When an event is looked for that nobody has handed out: whoever wrote it down may be gone. */
export const handoutMs = 2000;

/** Takes the events that runs emit: each is written down once, and handed out by whoever is told of it, or looks. */
@Injectable()
export class EventOutbox {
  private readonly observers: ((event: WorkflowEvent) => void)[] = [];

  constructor(
    private readonly store: EventStore,
    private readonly schedules: ScheduleStore,
    private readonly authority: RunAuthority,
    private readonly journal: Journal,
    private readonly expressions: Expressions,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly quotas: StorageQuotas,
  ) {}

  /** Runs `observer` for each event that has been written down. */
  onEmitted(observer: (event: WorkflowEvent) => void): void {
    this.observers.push(observer);
  }

  /** Of one run, as whoever it acts as. */
  of(run: Run): EventSink {
    const authority = this.authority.of(run);
    return {
      emit: async (key, attributes) => {
        const { caller, state } = await authority.now();
        const isOfAll = reachOf(caller.principal)?.servers === undefined && isLeftWhole(state);
        const at = this.clock.now();
        const event: WorkflowEvent = {
          ...{ id: eventIdOf(run, key), appId: run.appId, type: attributes.type, event: attributes },
          ...{ correlation: {}, depth: run.depth, rootId: rootOf(run), at, dueAt: at + handoutMs },
          onlyOf: isOfAll ? null : run.tokenId,
        };
        await asFailure(key, async () => {
          requireSize(event, this.config.values.EVENT_MAX_BYTES);
          this.quotas.requireRoom('eventBytes', run.accountId);
          await this.requireEnd(event, run);
        });
        if (await this.journal.throughOutages(() => this.store.add(event)))
          for (const observer of this.observers) observer(event);
      },
    };
  }

  /** Events that begin runs that emit them would go on for ever. */
  private async requireEnd(event: WorkflowEvent, { depth, accountId, appId }: Run): Promise<void> {
    if (depth < this.config.values.WORKFLOW_MAX_DEPTH) return;
    const match = new EventMatch(this.expressions, accountId, event);
    const [first] = await this.journal.throughOutages(() => listening(this.schedules, appId, match));
    if (first !== undefined) throw tooDeep(first.workflow, depth);
  }
}

/** Throws `event-too-large`. */
export function requireSize({ event, correlation }: WorkflowEvent, most: number): void {
  if (sizeOf([event as JsonValue, correlation]) > most)
    throw new Problem('event-too-large', `It has more than ${String(most)} bytes (EVENT_MAX_BYTES).`);
}

/** The same whenever the step is carried out; another when the run is tried again from there. */
function eventIdOf({ id, attempt }: Run, key: string): string {
  const digest = createHash('sha256')
    .update(`${id} ${String(attempt)} ${key}`)
    .digest('hex');
  return `evt_${digest.slice(0, 32)}`;
}

async function asFailure(instance: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Problem) || (error.status >= 500 && error.code !== 'overloaded')) throw error;
    throw new WorkflowFailure({ ...WorkflowFailure.ofProblem(error).error, instance });
  }
}
