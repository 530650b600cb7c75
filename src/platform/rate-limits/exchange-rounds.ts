import { PeriodicJob } from '../../kernel/pacing/periodic-job.js';

const everyMs = 1000;
/** Requests that come together are told together. */
const hurriedMs = 20;
/** A database that takes longer than this for a round is as good as away: nobody waits for it until a round has succeeded. */
const patienceMs = 1000;

/** Rounds in which counts are exchanged, one at a time: each second, soon when somebody is in a hurry, at once when somebody waits. */
export class ExchangeRounds {
  private readonly rounds = new PeriodicJob(() => this.run());
  private hurried: NodeJS.Timeout | undefined;
  private awaited: Promise<void> | undefined;
  private inTime = true;

  /** `round` rejects when the database is away. */
  constructor(private readonly round: () => Promise<void>) {}

  /** Whether the last round came back in time, so that it makes sense to wait for the next. */
  get worthwhile(): boolean {
    return this.inTime;
  }

  start(): void {
    this.rounds.start(everyMs);
  }

  async stop(): Promise<void> {
    clearTimeout(this.hurried);
    await this.rounds.stop();
  }

  hurry(): void {
    this.hurried ??= setTimeout(() => {
      this.hurried = undefined;
      void this.rounds.begin();
    }, hurriedMs).unref();
  }

  /** The end of the round that is under way, or else of one that begins now; never rejects, and takes a second at most. */
  next(): Promise<void> {
    return (this.awaited ??= this.patiently(this.rounds.begin()).finally(() => (this.awaited = undefined)));
  }

  private async run(): Promise<void> {
    try {
      await this.round();
      this.inTime = true;
    } catch {
      this.inTime = false;
    }
  }

  private async patiently(round: Promise<void>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const impatience = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        this.inTime = false;
        resolve();
      }, patienceMs).unref();
    });
    await Promise.race([round, impatience]);
    clearTimeout(timer);
  }
}
