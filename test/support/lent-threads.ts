import { BoundedThread, type ThreadAnswer } from '../../src/platform/expressions/bounded-thread.js';
import { ExpressionThreads } from '../../src/platform/expressions/expression-threads.service.js';

/** Threads that no gateway uses at the moment, by script and settings. A test process keeps them until it ends. */
const idle = new Map<string, BoundedThread[]>();

/** A thread that outlives its gateway: starting one takes up to half a second of CPU. */
class LentThread extends BoundedThread {
  private readonly key: string;
  private readonly lent: BoundedThread;
  private lastJob: Promise<unknown> = Promise.resolve();

  constructor(script: URL, workerData: object, maxHeapMb: number) {
    super(script, workerData, maxHeapMb);
    this.key = JSON.stringify([script.href, workerData, maxHeapMb]);
    this.lent = idle.get(this.key)?.pop() ?? new BoundedThread(script, workerData, maxHeapMb);
  }

  override do(job: object, ms: number): Promise<ThreadAnswer> {
    const answer = this.lent.do(job, ms);
    this.lastJob = answer.catch(() => undefined);
    return answer;
  }

  override ready(): Promise<void> {
    return this.lent.ready();
  }

  override async close(): Promise<void> {
    await this.lastJob;
    idle.set(this.key, [...(idle.get(this.key) ?? []), this.lent]);
  }
}

/** Passes threads from one gateway to the next. */
export class LentThreads extends ExpressionThreads {
  protected override newThread(script: URL, workerData: object, maxHeapMb: number): BoundedThread {
    return new LentThread(script, workerData, maxHeapMb);
  }
}
