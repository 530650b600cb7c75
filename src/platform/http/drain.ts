import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Server } from 'node:http';
import { Config } from '../config/config.js';

/** Knows how many requests are under way, and lets them end before the process does. */
@Injectable()
export class Drain implements BeforeApplicationShutdown {
  private open = 0;
  private begun = false;
  private readonly listeners = new Set<() => void>();
  private whenEmpty: (() => void) | undefined;

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

  enter(): void {
    this.open++;
  }

  leave(): void {
    if (--this.open === 0) this.whenEmpty?.();
  }

  /** Runs `listener` when draining begins: long streams say goodbye then. The result takes it back. */
  onDrain(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.begun = true;
    for (const listener of this.listeners) listener();
    if (this.open > 0)
      await new Promise<void>((resolve) => {
        this.whenEmpty = resolve;
        setTimeout(resolve, this.config.values.DRAIN_TIMEOUT_MS).unref();
      });
    this.server?.closeAllConnections();
  }
}
