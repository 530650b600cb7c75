import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { JsonValue } from '../../kernel/json.js';
import { Config } from '../../platform/config/config.js';
import { ExpressionError, Expressions, type ExpressionJob } from './expressions.port.js';
import { isLargerThan } from './json-size.js';

const maxHeapMb = 256;
/** How much more an expression may read than it may yield. */
const readFactor = 4;

/** What the thread says to a job, or what is said of a thread that did not live to answer. */
type Answer = { readonly json: string } | { readonly fault: string; readonly ended?: true };

/** Evaluates in one thread, job after job; one that takes too long is ended with its thread, and the next begins in a new one. */
@Injectable()
export class ThreadedExpressions extends Expressions implements OnApplicationShutdown {
  private thread: Worker | undefined;
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly config: Config) {
    super();
  }

  evaluate(job: ExpressionJob): Promise<JsonValue> {
    const turn = this.last.then(() => this.run(job));
    this.last = turn.catch(() => undefined);
    return turn;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.last;
    await this.end();
  }

  private async run({ template, data, variables, now }: ExpressionJob): Promise<JsonValue> {
    const { WORKFLOW_MAX_RESULT_BYTES: maxBytes, WORKFLOW_EXPRESSION_MS: ms } = this.config.values;
    if (isLargerThan([data, variables], maxBytes * readFactor))
      throw new ExpressionError(`It reads more than ${String(maxBytes * readFactor)} bytes.`);
    const thread = (this.thread ??= await this.start());
    const answer = answerOf(thread, ms);
    thread.postMessage({ template, data, variables, now });
    const said = await answer;
    if ('json' in said) return JSON.parse(said.json) as JsonValue;
    if (said.ended === true) await this.end();
    throw new ExpressionError(`The expression cannot be evaluated: ${said.fault}.`);
  }

  private async start(): Promise<Worker> {
    const { values } = this.config;
    const thread = new Worker(new URL('./expression-thread.mjs', import.meta.url), {
      workerData: {
        stack: values.WORKFLOW_EXPRESSION_STACK,
        sequence: values.WORKFLOW_EXPRESSION_SEQUENCE,
        maxResultBytes: values.WORKFLOW_MAX_RESULT_BYTES,
      },
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
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

function answerOf(thread: Worker, ms: number): Promise<Answer> {
  return new Promise((resolve) => {
    const settle = (answer: Answer) => {
      clearTimeout(timer);
      thread.off('message', settle).off('error', failed);
      resolve(answer);
    };
    const failed = (error: Error) => {
      settle({ fault: error.message, ended: true });
    };
    const giveUp = () => {
      settle({ fault: `it takes longer than ${String(ms)} ms (WORKFLOW_EXPRESSION_MS)`, ended: true });
    };
    // When this thread was held up, an answer may be waiting: it is read before the immediate.
    const timer = setTimeout(() => setImmediate(giveUp), ms);
    thread.on('message', settle).on('error', failed);
  });
}
