import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { PeriodicJob } from '../../kernel/pacing/periodic-job.js';
import { inSlices } from '../../kernel/pacing/slices.js';
import { Config } from '../config/config.js';
import { Drain } from '../http/answers/drain.js';
import { Logger } from '../logging/logger.js';
import type { CallRecord } from './call-record.js';
import { CallRing, type FinishedCall } from './call-ring.js';
import { callCount, CallGathering } from './call-block.js';
import { CallStore, type CallBlock } from './call-store.port.js';
import { CallPrinter } from './stored-call.js';

/** Calls are in the database within 5 seconds. */
const everyMs = 2000;
/** So many are written early. */
const many = 2000;
/** More than can be written while the database is away are forgotten, the oldest first. */
const mostWaiting = 20_000;

/** Writes calls to the log in batches, never on a call's way. Two sets of places take turns: one is written into, the other is written down. */
@Injectable()
export class CallWriter implements OnApplicationBootstrap {
  private fresh = new CallRing(mostWaiting);
  private spare = new CallRing(mostWaiting);
  /** Could not be written yet. */
  private left: readonly CallBlock[] = [];
  private readonly rounds = new PeriodicJob(() => this.round());
  private writing: Promise<void> = Promise.resolve();
  private readonly maxContentBytes: number;

  constructor(
    config: Config,
    private readonly store: CallStore,
    private readonly drain: Drain,
    private readonly logger: Logger,
  ) {
    this.maxContentBytes = config.values.CALL_LOG_CONTENT_BYTES;
  }

  onApplicationBootstrap(): void {
    this.rounds.start(everyMs);
    this.drain.onClosed(() => this.stop());
  }

  keep(call: FinishedCall, at: number, status: number, ms: number): void {
    this.fresh.keep(call, at, status, ms);
    if (this.fresh.kept % many === 0) void this.rounds.begin();
  }

  /** All calls that have ended are in the database when it resolves. */
  flush(): Promise<void> {
    const written = this.writing.then(() => this.write());
    this.writing = written.catch(() => undefined);
    return written;
  }

  private async stop(): Promise<void> {
    await this.rounds.stop();
    await this.round();
  }

  private async round(): Promise<void> {
    try {
      await this.flush();
    } catch (error) {
      this.logger.warn('calls.not-written', { error });
    }
  }

  private async write(): Promise<void> {
    const { fresh } = this;
    if (fresh.kept > 0) {
      this.fresh = this.spare;
      this.spare = fresh;
      const blocks = await inSlices(gathering(fresh.oldestFirst(), this.maxContentBytes));
      fresh.clear();
      this.left = newestOf([...this.left, ...blocks]);
    }
    if (this.left.length === 0) return;
    await this.store.append(this.left);
    this.left = [];
  }
}

function* gathering(calls: Iterable<CallRecord>, maxContentBytes: number): Generator<undefined, CallBlock[]> {
  const printer = new CallPrinter(maxContentBytes);
  const gathered = new CallGathering();
  for (const call of calls) {
    gathered.add(printer.print(call) ?? (yield* printer.printFirst(call)));
    yield undefined;
  }
  return yield* gathered.blocks();
}

/** As many of the last of them as may wait. */
function newestOf(blocks: readonly CallBlock[]): readonly CallBlock[] {
  let calls = 0;
  const tooMany = blocks.findLastIndex((block) => (calls += callCount(block)) > mostWaiting);
  return blocks.slice(tooMany + 1);
}
