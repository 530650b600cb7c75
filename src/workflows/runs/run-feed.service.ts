import { Injectable } from '@nestjs/common';
import type { RunEvent } from './run-event.js';

type Listener = (event: RunEvent) => void;

/** Tells what happens in runs, in this process, as soon as it is on disk. */
@Injectable()
export class RunFeed {
  private readonly listeners = new Map<string, Set<Listener>>();
  private readonly observers: Listener[] = [];

  publish(events: readonly RunEvent[]): void {
    for (const event of events) {
      for (const observer of this.observers) observer(event);
      const listeners = this.listeners.get(event.runId);
      if (listeners !== undefined) for (const listener of [...listeners]) listener(event);
    }
  }

  /** Runs `observer` for every event of every run. */
  onEvent(observer: Listener): void {
    this.observers.push(observer);
  }

  /** Runs `listener` for each event of the run. The result takes it back. */
  subscribe(runId: string, listener: Listener): () => void {
    let listeners = this.listeners.get(runId);
    if (listeners === undefined) this.listeners.set(runId, (listeners = new Set<Listener>()));
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.listeners.get(runId) === listeners) this.listeners.delete(runId);
    };
  }
}
