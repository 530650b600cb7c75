import type { Pause } from '../embedded/pause.js';
import type { LocalStrand } from './local-strand.js';
import { earliest, type Wait } from './strand.js';

interface Absence {
  readonly wait: Wait;
  goOn(): void;
}

/**
 * Branches that wait for long have left memory. Their parent waits in their place; when no branch of it is left in memory, it leaves as well.
 * `lines`: of branches, each of which has one under way.
 */
export class AwayBranches {
  private readonly absences = new Set<Absence>();
  private pause: Pause | undefined;
  private changes = 0;
  private over = false;

  constructor(
    private readonly strand: LocalStrand,
    private lines: number,
  ) {}

  /** Settles when it is time for the branch to go on, or all have been called back. */
  async wait(wait: Wait): Promise<void> {
    if (this.over) return;
    await new Promise<void>((resolve) => {
      this.absences.add({ wait, goOn: resolve });
      this.changed();
    });
  }

  /** Nobody is waited for any longer. */
  callBack(): void {
    this.over = true;
    for (const absence of this.absences) this.end(absence);
  }

  lineEnded(): void {
    this.lines--;
    this.changed();
  }

  /** Watches for those who are away until `work` settles. Throws `RunSuspended` when all of them are. */
  async during(work: Promise<unknown>): Promise<void> {
    const ended = work.finally(() => {
      this.callBack();
      this.changed();
    });
    ended.catch(() => undefined);
    while (!this.over) await this.look();
    await ended;
  }

  private async look(): Promise<void> {
    const { strand, changes } = this;
    const waits = [...this.absences].map(({ wait }) => wait);
    const { until, types } = earliest(waits);
    const pause = (this.pause = strand.pause(until));
    const due = await this.listDue();
    for (const absence of due) this.end(absence);
    if (this.changes !== changes) strand.leave(pause);
    else if (waits.length > 0 && waits.length === this.lines) await strand.rest(pause, types);
    else await strand.linger(pause);
  }

  private async listDue(): Promise<Absence[]> {
    const { around, run } = this.strand;
    const absences = [...this.absences];
    const isListening = absences.some(({ wait }) => wait.types.length > 0);
    const sent = new Set(isListening ? (await around.listNews(run.id)).map(({ type }) => type) : []);
    const now = around.now();
    return absences.filter(
      ({ wait: { until, types } }) =>
        (until !== undefined && until <= now) || types.some((type) => sent.has(type)),
    );
  }

  private end(absence: Absence): void {
    if (!this.absences.delete(absence)) return;
    this.changed();
    absence.goOn();
  }

  private changed(): void {
    this.changes++;
    this.pause?.end('signal');
  }
}
