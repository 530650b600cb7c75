import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Server } from 'node:http';
import { InFlight } from '../../../kernel/in-flight.js';
import { Config } from '../../config/config.js';
import type { RequestContext } from '../request-context.js';

/** Time that work gets to say goodbye once it has been stopped. */
const goodbyeMs = 500;

/** Knows which requests are under way, and lets them end before the process does. */
@Injectable()
export class Drain implements BeforeApplicationShutdown {
  /** An array, as nobody looks for one of them; otherwise `InFlight`. */
  private readonly open: RequestContext[] = [];
  private readonly listeners = new InFlight<() => void>();
  /** Work that is waited for and has no context here. */
  private held = 0;
  private begun = false;
  private readonly closers: (() => Promise<void>)[] = [];
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

  /** The requests that are being answered. */
  get underWay(): readonly RequestContext[] {
    return this.open;
  }

  enter(work: RequestContext): void {
    work.place = this.open.push(work) - 1;
  }

  leave(work: RequestContext): void {
    const last = this.open.pop();
    if (last !== undefined && last !== work) {
      this.open[work.place] = last;
      last.place = work.place;
    }
    this.lookWhetherEmpty();
  }

  /** Waits for work that another process does, too, until the result is called; once is enough. */
  hold(): () => void {
    this.held++;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.held--;
      this.lookWhetherEmpty();
    };
  }

  /** Runs `listener` when draining begins: long streams say goodbye then. The result takes it back. */
  onDrain(listener: () => void): () => void {
    return this.listeners.add(listener);
  }

  /** Runs `close` when the process stops and no request is under way any more; it never rejects, and the process waits for it. */
  onClosed(close: () => Promise<void>): void {
    this.closers.push(close);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.begun = true;
    for (const listener of this.listeners.values()) listener();
    await this.emptied(this.config.values.DRAIN_TIMEOUT_MS);
    for (const work of [...this.open]) work.stop();
    await this.emptied(goodbyeMs);
    // No new connection may come after those that are closed here: one that stays silent would hold up the end.
    this.server?.close();
    this.server?.closeAllConnections();
    await Promise.all(this.closers.map((close) => close()));
  }

  private get isEmpty(): boolean {
    return this.open.length === 0 && this.held === 0;
  }

  private lookWhetherEmpty(): void {
    if (this.isEmpty) this.whenEmpty();
  }

  private async emptied(withinMs: number): Promise<void> {
    if (this.isEmpty) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.whenEmpty = resolve;
      timer = setTimeout(resolve, withinMs);
    });
    clearTimeout(timer);
  }
}
