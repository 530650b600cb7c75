import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** What a thread says to a job, or what is said of one that did not live to answer, and which bound it met. */
export type ThreadAnswer =
  | { readonly json: string; /** What it took in the thread. */ readonly ms: number }
  | {
      readonly fault: string;
      readonly ms?: number;
      /** `share`: the account had used up its time, and the job was not begun. */
      readonly ended?: 'time' | 'memory' | 'share';
      /** Which expression it was, of several. */
      readonly at?: FaultyPlace;
    };

/** Where in a template something is wrong. */
export interface FaultyPlace {
  /** Members and items on the way to the expression. */
  readonly path: readonly (string | number)[];
  readonly expression: string;
  /** Character of the expression, counted from 0. */
  readonly position?: number;
}

/** A thread that does job after job, each in a bounded time and memory: one that takes more is ended with the thread, and the next begins in a new one. */
export class BoundedThread {
  private thread: Worker | undefined;
  private last: Promise<unknown> = Promise.resolve();

  /** `script`: says something when it is ready, and then answers each message with one. */
  constructor(
    private readonly script: URL,
    private readonly workerData: object,
    private readonly maxHeapMb: number,
  ) {}

  do(job: object, ms: number): Promise<ThreadAnswer> {
    const turn = this.last.then(() => this.run(job, ms));
    this.last = turn.catch(() => undefined);
    return turn;
  }

  /** Resolves when a job can begin at once. */
  async ready(): Promise<void> {
    this.thread ??= await this.start();
  }

  async close(): Promise<void> {
    await this.last;
    await this.end();
  }

  private async run(job: object, ms: number): Promise<ThreadAnswer> {
    const thread = (this.thread ??= await this.start());
    const answer = answerOf(thread, ms);
    thread.postMessage(job);
    const said = await answer;
    if ('ended' in said) await this.end();
    return said;
  }

  private async start(): Promise<Worker> {
    const thread = new Worker(this.script, {
      workerData: this.workerData,
      resourceLimits: { maxOldGenerationSizeMb: this.maxHeapMb },
      env: {},
    });
    await once(thread, 'message');
    // The timer of a job keeps the process alive, an idle thread does not.
    thread.unref();
    // Whoever waits is told by a listener of its own; here the next job only learns that it needs another thread.
    thread.on('error', () => {
      if (this.thread === thread) this.thread = undefined;
    });
    return thread;
  }

  private async end(): Promise<void> {
    const { thread } = this;
    this.thread = undefined;
    await thread?.terminate();
  }
}

function answerOf(thread: Worker, ms: number): Promise<ThreadAnswer> {
  return new Promise((resolve) => {
    const settle = (answer: ThreadAnswer) => {
      clearTimeout(timer);
      thread.off('message', settle).off('error', failed);
      resolve(answer);
    };
    const failed = (error: Error) => {
      settle({ fault: error.message, ended: 'memory' });
    };
    const giveUp = () => {
      settle({ fault: `it takes longer than ${String(ms)} ms`, ended: 'time' });
    };
    // When this thread was held up, an answer may be waiting: it is read before the immediate.
    const timer = setTimeout(() => setImmediate(giveUp), ms);
    thread.on('message', settle).on('error', failed);
  });
}
