import { CallerLine, type SharedPlaces } from './caller-line.js';

/** So many lines are kept although nobody is in them. */
const maxIdle = 1000;

export interface LimiterOptions {
  readonly maxRunning: number;
  /** Of all callers together. */
  readonly maxWaiting: number;
  /** Whether callers of several accounts meet here: then none may have the last quarter of the places. */
  readonly shared: boolean;
  /** Counts a call of an account until the result is called; one that went on before at any rate. Throws `overloaded`. */
  readonly hold: (accountId: string, goesOn: boolean) => () => void;
}

/**
 * Lets a bounded number of calls through at once and a bounded number wait: those of one account first come first served, accounts by
 * turns, and who comes to a full line takes the last place of the account that has most of it.
 */
export class CallLimiter implements SharedPlaces {
  private running = 0;
  private readonly lines = new Map<string, CallerLine>();
  /** Those with somebody in them, whose turn it is first. */
  private readonly turns: CallerLine[] = [];
  private maxRunning: number;

  constructor(private readonly options: LimiterOptions) {
    this.maxRunning = options.maxRunning;
  }

  get inFlight(): number {
    return this.running;
  }

  get queued(): number {
    return this.turns.reduce((sum, { queued }) => sum + queued, 0);
  }

  /** Those who wait start when there is room for them now; those who run go on. */
  resize(maxRunning: number): void {
    if (maxRunning === this.maxRunning) return;
    this.maxRunning = maxRunning;
    this.handOut();
  }

  /** The line of an account's calls; without one, of the gateway's own. */
  lineOf(accountId: string | undefined): CallerLine {
    const key = accountId ?? '';
    let line = this.lines.get(key);
    if (line === undefined) {
      const hold =
        accountId === undefined ? undefined : (goesOn: boolean) => this.options.hold(accountId, goesOn);
      line = new CallerLine(this, hold);
      this.lines.set(key, line);
      this.forgetIdle(line);
    }
    return line;
  }

  take(line: CallerLine): boolean {
    if (this.running >= this.maxRunning || line.running >= this.maxOfOne) return false;
    this.running++;
    line.running++;
    return true;
  }

  takeAgain(line: CallerLine): void {
    this.running++;
    line.running++;
  }

  makeRoom(line: CallerLine): boolean {
    if (this.queued < this.options.maxWaiting) return true;
    const longest = this.turns.reduce<CallerLine | undefined>(
      (found, one) => (found === undefined || one.queued > found.queued ? one : found),
      undefined,
    );
    if (longest === undefined || longest.queued <= line.queued + 1) return false;
    longest.refuseLast();
    return true;
  }

  waits(line: CallerLine): void {
    if (!this.turns.includes(line)) this.turns.push(line);
  }

  waitsNoLonger(line: CallerLine): void {
    const index = this.turns.indexOf(line);
    if (index >= 0) this.turns.splice(index, 1);
  }

  give(line: CallerLine): void {
    this.running--;
    line.running--;
    this.handOut();
  }

  private get maxOfOne(): number {
    return this.options.shared ? this.maxRunning - Math.floor(this.maxRunning / 4) : this.maxRunning;
  }

  private handOut(): void {
    for (let at = 0; at < this.turns.length;) {
      const next = this.turns[at] as CallerLine;
      if (!this.take(next)) {
        if (this.running >= this.maxRunning) return;
        at++;
        continue;
      }
      this.waitsNoLonger(next);
      next.startFirst();
      if (next.queued > 0) this.turns.push(next);
      at = 0;
    }
  }

  /** Accounts come and go. */
  private forgetIdle(but: CallerLine): void {
    if (this.lines.size <= maxIdle) return;
    for (const [key, line] of this.lines) if (line !== but && line.isIdle) this.lines.delete(key);
  }
}
