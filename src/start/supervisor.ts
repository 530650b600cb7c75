import cluster, { type Worker } from 'node:cluster';
import { randomBytes } from 'node:crypto';
import type { Config } from '../platform/config/config.js';
import { Logger } from '../platform/logging/logger.js';
import type { FromWorker, ToWorker } from '../platform/workers/worker-messages.js';

/** A worker that ended is started again after so long, twice as long each time; once it has served for a while it counts as well again. */
const firstPauseMs = 100;
const longestPauseMs = 30_000;
const steadyMs = 60_000;

interface Supervised {
  readonly number: number;
  readonly worker: Worker;
  /** Where the others get at it. */
  door: number | undefined;
  /** Since when it serves. */
  servesSince: number | undefined;
}

/**
 * Keeps `GANTRY_WORKERS` gateways on one port. It hands each connection to one of them in turn (node:cluster) and looks into none. The first
 * makes the tables and says what a start says, or why there is none; the others follow.
 */
export class Supervisor {
  private readonly secret = randomBytes(32).toString('base64url');
  private readonly logger: Logger;
  private readonly running = new Map<number, Supervised>();
  /** How often each number ended without having served for long. */
  private readonly failures = new Map<number, number>();
  private isStarted = false;
  private isStopping = false;
  private exitCode = 0;

  constructor(
    private readonly settings: Config,
    /** The program of a worker, which is that of the gateway. */
    private readonly program: string,
  ) {
    this.logger = new Logger(settings);
  }

  start(): void {
    // In turn: a socket that all accept from would give nearly everything to one.
    cluster.schedulingPolicy = cluster.SCHED_RR;
    cluster.setupPrimary({ exec: this.program, args: [] });
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.on(signal, () => {
        this.stop();
      });
    this.fork(1, true);
  }

  private fork(number: number, leads = false): void {
    const supervised: Supervised = {
      ...{ number, worker: cluster.fork() },
      ...{ door: undefined, servesSince: undefined },
    };
    const { worker } = supervised;
    this.running.set(number, supervised);
    const place = { number, secret: this.secret, leads };
    worker.on('message', (message: FromWorker) => {
      // What is said to a worker before it listens is lost.
      if (message.kind === 'listening') tell(supervised, { kind: 'place', place });
      else this.heard(supervised, message);
    });
    // A worker that cannot be told any more ends by itself.
    worker.on('error', () => worker.process.kill('SIGKILL'));
    worker.on('exit', (code: number | null, signal: string | null) => {
      this.ended(supervised, code, signal);
    });
  }

  private heard(supervised: Supervised, message: Exclude<FromWorker, { kind: 'listening' }>): void {
    if (message.kind === 'door') {
      supervised.door = message.port;
      this.tellDoors(supervised);
      return;
    }
    supervised.servesSince = performance.now();
    if (!this.isStarted) this.startOthers();
    if (this.serving === this.settings.values.GANTRY_WORKERS)
      this.logger.info('workers.ready', { workers: this.serving });
  }

  private startOthers(): void {
    this.isStarted = true;
    for (let number = 2; number <= this.settings.values.GANTRY_WORKERS; number++) this.fork(number);
  }

  /** All know where a worker answers before that one serves: it is told last. */
  private tellDoors(last?: Supervised): void {
    const all = [...this.running.values()].filter((one) => one !== last);
    const doors = Object.fromEntries(
      [...this.running.values()].flatMap(({ number, door }) => (door === undefined ? [] : [[number, door]])),
    );
    for (const one of last === undefined ? all : [...all, last]) tell(one, { kind: 'doors', doors });
  }

  private ended(
    { number, worker, servesSince }: Supervised,
    code: number | null,
    signal: string | null,
  ): void {
    this.running.delete(number);
    if (this.isStopping) {
      if (code !== null && code !== 0) this.exitCode = code;
      if (this.running.size === 0) this.end(this.exitCode);
      return;
    }
    // It has said why it could not start, and no other serves.
    if (servesSince === undefined && this.serving === 0) this.end(code ?? 1);
    this.tellDoors();
    const isWell = servesSince !== undefined && performance.now() - servesSince >= steadyMs;
    const failures = isWell ? 0 : (this.failures.get(number) ?? 0);
    this.failures.set(number, failures + 1);
    const inMs = Math.min(longestPauseMs, firstPauseMs * 2 ** failures);
    this.logger.warn('worker.ended', {
      worker: number,
      pid: worker.process.pid,
      code,
      signal,
      againInMs: inMs,
    });
    setTimeout(() => {
      if (!this.isStopping) this.fork(number);
    }, inMs);
  }

  /** First signal: the workers drain, then exit 0. Second: all end at once. */
  private stop(): void {
    const isSecond = this.isStopping;
    this.isStopping = true;
    for (const { worker } of this.running.values()) worker.process.kill(isSecond ? 'SIGKILL' : 'SIGTERM');
    if (isSecond) this.end(1);
    if (this.running.size === 0) this.end(0);
  }

  private get serving(): number {
    return [...this.running.values()].filter(({ servesSince }) => servesSince !== undefined).length;
  }

  private end(code: number): never {
    this.logger.flush();
    process.exit(code);
  }
}

function tell({ worker }: Supervised, message: ToWorker): void {
  // What is said to one that ends is lost, as it should be.
  worker.send(message, () => undefined);
}
