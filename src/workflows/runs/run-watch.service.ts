import { Injectable } from '@nestjs/common';
import { Drain } from '../../platform/http/answers/drain.js';
import { WorkflowEngine } from '../engine/workflow-engine.port.js';
import { isEnd, type RunEvent } from './run-event.js';
import type { RunFollower, WatchOptions } from './run-follower.js';
import { RunFeed } from './run-feed.service.js';
import { RunStore } from './run-store.port.js';
import { hasEnded } from './run.js';

const eventsAtOnce = 100;
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
/** How often the database is asked for news of a run that another process may carry out. */
const pollMs = 500;

/** Follows runs: what happened, then what happens, each event once and in its order. */
@Injectable()
export class RunWatch implements RunFollower {
  constructor(
    private readonly store: RunStore,
    private readonly feed: RunFeed,
    private readonly engine: WorkflowEngine,
    private readonly drain: Drain,
  ) {}

  /** Tells `onEvent` until the run has ended, the time is over, the caller leaves or the process stops; the last event, if it is the end. */
  async follow(
    runId: string,
    { after, begin, scope, timeoutMs, ready }: WatchOptions,
    onEvent: (event: RunEvent) => void,
  ): Promise<RunEvent | undefined> {
    const watch = new Watch(after, onEvent, ready ?? nextTurn);
    const stop = () => {
      watch.stop();
    };
    const releases = [
      this.feed.subscribe(runId, (event) => {
        watch.hear(event);
      }),
      scope.onCancel(stop),
      this.drain.onDrain(stop),
    ];
    const timer = timeoutMs === undefined ? undefined : setTimeout(stop, timeoutMs);
    try {
      return await this.until(runId, watch, begin);
    } finally {
      clearTimeout(timer);
      for (const release of releases) release();
    }
  }

  private async until(
    runId: string,
    watch: Watch,
    begin: WatchOptions['begin'],
  ): Promise<RunEvent | undefined> {
    await begin?.();
    if (begin === undefined) await this.read(runId, watch);
    else watch.caughtUp();
    for (let mayBeOver = begin === undefined; ; mayBeOver = true) {
      const { last, stopped } = watch;
      if (last !== undefined && isEnd(last)) return last;
      if (stopped || (mayBeOver && last === undefined && (await this.isOver(runId)))) return undefined;
      const heard = await watch.news(this.engine.alone ? undefined : pollMs);
      if (!heard || watch.missed) await this.read(runId, watch);
    }
  }

  private async read(runId: string, watch: Watch): Promise<void> {
    let events: readonly RunEvent[];
    watch.missed = false;
    do {
      events = await this.store.listEvents(runId, watch.seq, eventsAtOnce);
      for (const event of events) watch.tell(event);
      if (events.length === eventsAtOnce) await watch.ready();
    } while (events.length === eventsAtOnce && !watch.stopped);
    watch.caughtUp();
  }

  /** Whoever knows all events of a run that has ended waits in vain for more. */
  private async isOver(runId: string): Promise<boolean> {
    const run = await this.store.find(runId);
    return run === undefined || hasEnded(run);
  }
}

/** Where one follower stands. */
class Watch {
  last: RunEvent | undefined;
  stopped = false;
  /** Whether events were left out of what was heard: another process wrote them. */
  missed = false;
  /** Heard while the past was being read. */
  private early: RunEvent[] | undefined = [];
  private heard = false;
  private wake: (() => void) | undefined;

  constructor(
    public seq: number,
    private readonly onEvent: (event: RunEvent) => void,
    readonly ready: () => Promise<void>,
  ) {}

  hear(event: RunEvent): void {
    if (this.early !== undefined) this.early.push(event);
    else if (event.seq > this.seq + 1) this.missed = true;
    else this.tell(event);
    this.heard = true;
    this.wake?.();
  }

  tell(event: RunEvent): void {
    if (event.seq <= this.seq || this.stopped) return;
    this.seq = event.seq;
    this.last = event;
    this.onEvent(event);
  }

  caughtUp(): void {
    const early = this.early ?? [];
    this.early = undefined;
    for (const event of early) this.hear(event);
  }

  stop(): void {
    this.stopped = true;
    this.wake?.();
  }

  /** Waits for something to happen; `false` when nothing was heard of in so long. */
  async news(withinMs: number | undefined): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    if (!this.heard && !this.stopped)
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        if (withinMs !== undefined) timer = setTimeout(resolve, withinMs);
      });
    clearTimeout(timer);
    this.wake = undefined;
    const heard = this.heard || this.stopped;
    this.heard = false;
    return heard;
  }
}
