import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** A request that is sent again and again. */
export interface NoiseRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON that is sent. A text in place of a value is sent as it is: `begin`, `times` times `again`, `end`. */
  readonly body?: unknown;
  readonly text?: {
    readonly begin: string;
    readonly again: string;
    readonly times: number;
    readonly end: string;
  };
}

const script = `
const { parentPort, workerData } = require('node:worker_threads');
const { request } = require('node:http');
const { url, token, requests } = workerData;
const bodies = requests.map(({ body, text }) =>
  text === undefined
    ? body === undefined ? undefined : Buffer.from(JSON.stringify(body))
    : Buffer.from(text.begin + text.again.repeat(text.times) + text.end));
function send(index) {
  const { method = 'POST', path, headers } = requests[index];
  const body = bodies[index];
  const all = {
    ...(token === undefined ? {} : { authorization: 'Bearer ' + token }),
    ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': body.length }),
    ...headers,
  };
  let isOver = false;
  const next = (status) => {
    if (isOver) return;
    isOver = true;
    parentPort.postMessage(status);
    setImmediate(send, (index + 1) % requests.length);
  };
  const req = request(url + path, { method, headers: all }, (res) => {
    res.resume().on('end', () => next(res.statusCode)).on('error', () => next(0));
  });
  req.on('error', () => next(0)).end(body);
}
send(0);`;

/** Sends requests one after the other, again and again, in a thread of its own: the work of sending must not slow the requests that a test measures. */
export class RequestNoise {
  /** How many answers had each status; 0 stands for a connection that broke. */
  readonly statuses = new Map<number, number>();

  private constructor(private readonly thread: Worker) {
    thread.on('message', (status: number) => {
      this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    });
  }

  static start(url: string, token: string | undefined, requests: readonly NoiseRequest[]): RequestNoise {
    return new RequestNoise(new Worker(script, { eval: true, workerData: { url, token, requests } }));
  }

  get sent(): number {
    return [...this.statuses.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Resolves with the next answer. */
  async next(): Promise<void> {
    await once(this.thread, 'message');
  }

  async stop(): Promise<void> {
    await this.thread.terminate();
  }
}
