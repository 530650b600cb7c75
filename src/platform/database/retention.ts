import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { PeriodicJob } from '../../kernel/pacing/periodic-job.js';

const everyMs = 600_000;

/** In the background: removes what is too old, a little at a time, so that nobody waits for it. */
export abstract class Retention implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly rounds = new PeriodicJob(() => this.removeAll());
  private stopped = false;

  /** Whether there may be more. */
  protected abstract removeSome(): Promise<boolean>;

  protected abstract failed(error: unknown): void;

  onApplicationBootstrap(): void {
    this.rounds.start(everyMs);
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await this.rounds.stop();
  }

  /** One round; never rejects. */
  sweep(): Promise<void> {
    return this.rounds.begin();
  }

  private async removeAll(): Promise<void> {
    try {
      while (!this.stopped && (await this.removeSome()))
        await new Promise((resolve) => setImmediate(resolve));
    } catch (error) {
      this.failed(error);
    }
  }
}
