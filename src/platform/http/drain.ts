import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Server } from 'node:http';
import { Config } from '../config/config.js';

/** Work that can be ended before its time; it says so to its caller. */
interface Stoppable {
  stop(): void;
}

/** Time that work gets to say goodbye once it has been stopped. */
const goodbyeMs = 500;

/** Knows which requests are under way, and lets them end before the process does. */
@Injectable()
export class Drain implements BeforeApplicationShutdown {
  private readonly open = new Set<Stoppable>();
  private readonly listeners = new Set<() => void>();
  private begun = false;
  private whenEmpty: () => void = () => undefined;
  private server: Server | undefined;

  constructor(private readonly config: Config) {}

  /** The server whose connections are closed when all requests have ended. */
  guard(server: Server): void {
    this.server = server;
  }

  /** Whether the process is about to stop and takes no new work. */
  get draining(): boolean {
    return this.begun;
  }

  enter(work: Stoppable): void {
    this.open.add(work);
  }

  leave(work: Stoppable): void {
    this.open.delete(work);
    if (this.open.size === 0) this.whenEmpty();
  }

  /** Runs `listener` when draining begins: long streams say goodbye then. The result takes it back. */
  onDrain(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.begun = true;
    for (const listener of this.listeners) listener();
    await this.emptied(this.config.values.DRAIN_TIMEOUT_MS);
    for (const work of this.open) work.stop();
    await this.emptied(goodbyeMs);
    this.server?.closeAllConnections();
  }

  private async emptied(withinMs: number): Promise<void> {
    if (this.open.size === 0) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.whenEmpty = resolve;
      timer = setTimeout(resolve, withinMs);
    });
    clearTimeout(timer);
  }
}
