import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { newId } from '../../../kernel/id.js';
import { Clock } from '../../../kernel/pacing/clock.js';
import { within } from '../../../kernel/pacing/deadline.js';
import { PeriodicJob } from '../../../kernel/pacing/periodic-job.js';
import { Logger } from '../../../platform/logging/logger.js';
import type { AuditEvent } from '../audit-store.port.js';
import { auditLine } from './audit-line.js';
import { AuditOutbox } from './audit-outbox.port.js';
import { AuditSink, SinkFailure } from './audit-sink.port.js';

const everyMs = 500;
const eventsAtOnce = 200;
/** Who sends says so again in time; after this another process takes over from one that is gone. */
const lease = { ms: 10_000, renewMs: 3000 };
const backoff = { firstMs: 500, longestMs: 10_000 };
/** What is under way at the end gets so long. */
const farewellMs = 1500;

/** Sends what no sink has taken yet, in the background: one process at a time, in the order of the log. */
@Injectable()
export class AuditSender implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly holder = newId('snd');
  private readonly rounds = new PeriodicJob(() => this.round());
  private readonly stopping = new AbortController();
  /** The newest event of the round before. Younger ones may have older ones behind them, of transactions that are about to end. */
  private horizon: string | undefined;
  /** In a row; `undefined` before the first try. */
  private failures: number | undefined;
  private restUntil = 0;

  constructor(
    @Inject(AuditSink) private readonly sink: AuditSink | undefined,
    private readonly outbox: AuditOutbox,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    if (this.sink !== undefined) this.rounds.start(everyMs);
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.sink === undefined) return;
    await within(this.rounds.stop(), farewellMs);
    this.stopping.abort();
    await this.rounds.stop();
    await this.outbox.release(this.holder).catch(() => undefined);
    await this.sink.close();
  }

  /** Never rejects. */
  private async round(): Promise<void> {
    const { sink, horizon } = this;
    if (sink === undefined || performance.now() < this.restUntil) return;
    try {
      this.horizon = await this.outbox.newest();
      if (horizon !== undefined && this.horizon !== undefined) await this.sendUpTo(horizon, sink);
    } catch (error) {
      await this.failed(error, sink);
    }
  }

  private async sendUpTo(horizon: string, sink: AuditSink): Promise<void> {
    while (!this.stopping.signal.aborted && (await this.hold())) {
      const events = await this.outbox.list(horizon, eventsAtOnce);
      if (events.length === 0 || !(await this.give(events, sink))) return;
      await this.outbox.taken(events.map(({ id }) => id));
      if (this.failures !== 0) await this.succeeded(sink);
    }
  }

  /** Whether the events were taken; `false` when it is not for this process to send them any more. Rejects with a `SinkFailure`. */
  private async give(events: readonly AuditEvent[], sink: AuditSink): Promise<boolean> {
    const lost = new AbortController();
    const signal = AbortSignal.any([lost.signal, this.stopping.signal]);
    const renewing = setInterval(() => {
      this.hold().then(
        (isHeld) => {
          if (!isHeld) lost.abort();
        },
        // Without the database nobody else can take over either.
        () => undefined,
      );
    }, lease.renewMs);
    try {
      await sink.take(events.map(auditLine), signal);
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      throw SinkFailure.from(error);
    } finally {
      clearInterval(renewing);
    }
  }

  private hold(): Promise<boolean> {
    const now = this.clock.now();
    return this.outbox.hold(this.holder, now, now + lease.ms);
  }

  private async succeeded({ name }: AuditSink): Promise<void> {
    await this.outbox.tell(undefined, this.clock.now());
    if (this.failures !== undefined)
      this.logger.info('audit-sink.recovered', { sink: name, failures: this.failures });
    this.failures = 0;
  }

  private async failed(error: unknown, { name }: AuditSink): Promise<void> {
    const before = this.failures ?? 0;
    this.restUntil = performance.now() + Math.min(backoff.firstMs * 2 ** before, backoff.longestMs);
    // What is wrong with the database is told elsewhere.
    if (!(error instanceof SinkFailure)) return;
    this.failures = before + 1;
    if (before === 0) this.logger.warn('audit-sink.failed', { sink: name, reason: error.message });
    await this.outbox.tell(error.message, this.clock.now()).catch(() => undefined);
  }
}
