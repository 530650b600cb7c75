import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AppConfigs } from '../../apps/app/app-configs.service.js';
import { Clock } from '../../kernel/pacing/clock.js';
import { Database } from '../../platform/database/database.js';
import { Expressions } from '../../platform/expressions/expressions.port.js';
import { Logger } from '../../platform/logging/logger.js';
import { WorkflowEngine } from '../engine/workflow-engine.port.js';
import { RunStarter } from '../runs/run-starter.service.js';
import type { Run } from '../runs/run.js';
import { EventDelivery, EventRace, type Taking } from './event-delivery.service.js';
import { EventMatch } from './event-match.js';
import { EventOutbox } from './event-outbox.service.js';
import { EventStore, type OpenWait } from './event-store.port.js';
import { EventTriggers, type EventStart } from './event-triggers.service.js';
import { takenBy } from './event-waits.service.js';
import type { WorkflowEvent } from './workflow-event.js';

const mostRounds = 20;
const againMs = 1000;

/** What an event came to. */
export interface Reached {
  /** Runs that waited for it. */
  readonly waiting: readonly string[];
  /** Runs that it began. */
  readonly begun: readonly Run[];
}

interface Plan {
  readonly waits: readonly OpenWait[];
  readonly given: readonly (readonly Taking<OpenWait>[])[];
  readonly starts: readonly EventStart[];
}

/**
 * Hands events out: to runs that wait, and to workflows that events begin. What an expression says is asked before; then one transaction says that
 * the event has been handed out and writes all that comes of it, if what waits is still what was looked at. So it is done once, whoever dies when.
 */
@Injectable()
export class EventHandout implements OnModuleInit {
  constructor(
    private readonly store: EventStore,
    private readonly delivery: EventDelivery,
    private readonly triggers: EventTriggers,
    private readonly outbox: EventOutbox,
    private readonly apps: AppConfigs,
    private readonly starter: RunStarter,
    private readonly engine: WorkflowEngine,
    private readonly expressions: Expressions,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.outbox.onEmitted((event) => {
      this.handOut(event).catch((error: unknown) => {
        // Whoever looks for what is due finds it.
        this.logger.warn('event.not-handed-out', { eventId: event.id, error });
      });
    });
  }

  /** What it came to, of which another process may have seen to some or all. */
  async handOut(event: WorkflowEvent): Promise<Reached> {
    const state = await this.apps.find(event.appId);
    if (state === undefined) return { waiting: [], begun: [] };
    const match = new EventMatch(this.expressions, state.app.accountId, event);
    for (let round = 0; round < mostRounds; round++)
      try {
        return await this.carriedOut(event, await this.plan(event, match));
      } catch (error) {
        if (!(error instanceof EventRace)) throw error;
      }
    await this.store.defer(event.id, this.clock.now() + againMs);
    return { waiting: [], begun: [] };
  }

  private async plan(event: WorkflowEvent, match: EventMatch): Promise<Plan> {
    const waits = await this.store.listWaits(event.appId, event.type, event.onlyOf);
    const given = [];
    for (const group of groupsOf(waits)) {
      const found = await takenBy(group, match);
      if (found.length > 0) given.push(found);
    }
    const starts = event.onlyOf === null ? await this.triggers.plan(event, match, this.clock.now()) : [];
    return { waits, given, starts };
  }

  private async carriedOut(event: WorkflowEvent, { waits, given, starts }: Plan): Promise<Reached> {
    const isDone = await this.database.write(async () => {
      await this.store.lock(event.appId);
      if (!(await this.store.settle(event.id))) return false;
      const seen = new Set(waits.map(nameOf));
      const now = await this.store.listWaits(event.appId, event.type, event.onlyOf);
      if (!now.every((wait) => seen.has(nameOf(wait)))) throw new EventRace();
      for (const taking of given) await this.delivery.give(event, taking);
      for (const start of starts) await this.triggers.begin(start);
      return true;
    });
    if (!isDone) return { waiting: [], begun: [] };
    const told = given.flatMap(([first]) => first?.wait ?? []);
    const begun = starts.flatMap(({ run }) => run ?? []);
    await Promise.all([
      ...told.map(({ runId: id, accountId }) => this.engine.signalled({ id, accountId })),
      ...begun.map((run) => this.starter.began(run)),
    ]);
    return { waiting: [...new Set(told.map(({ runId }) => runId))], begun };
  }
}

/** The filters of each wait. */
function groupsOf(waits: readonly OpenWait[]): Iterable<readonly OpenWait[]> {
  const groups = new Map<string, OpenWait[]>();
  for (const one of waits) {
    const name = `${one.runId} ${one.wait}`;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [one]);
    else group.push(one);
  }
  return groups.values();
}

function nameOf({ runId, wait, place, terms }: OpenWait): string {
  return `${runId} ${wait} ${String(place)} ${JSON.stringify(terms)}`;
}
