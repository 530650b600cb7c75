import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';

const everyMs = 600_000;

/** In the background: removes what is too old, a little at a time, so that nobody waits for it. */
export abstract class Retention implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private sweeping: Promise<void> | undefined;
  private stopped = false;

  /** Whether there may be more. */
  protected abstract removeSome(): Promise<boolean>;

  protected abstract failed(error: unknown): void;

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.sweep(), everyMs).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.sweeping;
  }

  /** One round; never rejects. */
  sweep(): Promise<void> {
    this.sweeping ??= this.removeAll().finally(() => (this.sweeping = undefined));
    return this.sweeping;
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
