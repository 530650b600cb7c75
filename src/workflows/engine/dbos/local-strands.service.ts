import { Injectable } from '@nestjs/common';
import { Signals } from '../../../platform/database/signals.js';
import { AccountUsage } from '../../../platform/usage/account-usage.service.js';
import { RunStore } from '../../runs/run-store.port.js';
import type { StoredSignal } from '../../runs/run.js';
import type { Placed } from '../places.js';
import { WorkAborted } from '../run-stopped.js';
import type { LocalStrand } from './local-strand.js';
import { StrandStore } from './strand-store.port.js';
import type { Wait } from './strand.js';

const runsAtOnce = 200;
const unwindStepMs = 10;

/** The strands that this process carries out, and how they hear of what happens to their runs in other processes. */
@Injectable()
export class LocalStrands {
  /** By run. */
  private readonly strands = new Map<string, Set<LocalStrand>>();
  /** What runs hold of the shares of their accounts. */
  private readonly shares = new Map<LocalStrand, () => void>();
  private begun = 0;
  private isStopping = false;

  constructor(
    private readonly store: StrandStore,
    private readonly runs: RunStore,
    private readonly signals: Signals,
    private readonly usage: AccountUsage,
  ) {
    signals.on('run', (runId) => void this.look([runId]).catch(() => undefined));
  }

  /** How many runs, without their branches. */
  get runCount(): number {
    return this.begun;
  }

  /** The runs that this process carries out, as far as places go. */
  placed(): Placed[] {
    return [...this.strands.values()].flatMap((strands) => {
      const [first] = strands;
      const isBusy = [...strands].some((strand) => strand.isBusy);
      return first === undefined ? [] : { accountId: first.run.accountId, isBusy };
    });
  }

  get stopping(): boolean {
    return this.isStopping;
  }

  /** Knows the strand for as long as `work` lasts, or until another process has it. */
  async during<T>(strand: LocalStrand, work: () => Promise<T>): Promise<T> {
    this.add(strand);
    const lost = () => {
      if (strand.signal.reason instanceof WorkAborted && strand.signal.reason.why === 'set-aside')
        this.remove(strand);
    };
    strand.signal.addEventListener('abort', lost);
    try {
      return await work();
    } finally {
      strand.signal.removeEventListener('abort', lost);
      this.remove(strand);
    }
  }

  /** Something happened to a run: strands here look what it was, and so do those in other processes. */
  async tell(runId: string): Promise<void> {
    await Promise.all([this.signals.send('run', runId), this.look([runId])]);
  }

  /** Ends some branches of a run, wherever they are. */
  async close(runId: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.store.close(runId, ids);
    await this.tell(runId);
  }

  /** Breaks off all work for a run, and gives it so much time to come to its end. */
  async cancel(runId: string, withinMs: number): Promise<void> {
    for (const strand of this.strands.get(runId) ?? []) strand.abort('cancelled');
    await this.until(() => !this.strands.has(runId), withinMs);
  }

  /** Looks what has become of runs: of all of them when signals may have been lost. */
  async look(runIds: readonly string[] = [...this.strands.keys()]): Promise<void> {
    const here = runIds.filter((id) => this.strands.has(id));
    for (let start = 0; start < here.length; start += runsAtOnce) {
      const some = here.slice(start, start + runsAtOnce);
      const open = new Set(await this.store.listOpen(some));
      for (const id of some)
        for (const strand of [...(this.strands.get(id) ?? [])]) {
          if (open.has(strand.hold.id)) strand.notify();
          else strand.abort(open.has(strand.hold.rootId) ? 'branch-ended' : 'cancelled');
        }
    }
  }

  /** Writes that the run waits; `false` when something has happened meanwhile that it waits for. For a branch its parent looks. */
  async suspend(strand: LocalStrand, { until, types }: Wait): Promise<boolean> {
    if (!strand.isRoot) return true;
    await strand.write({ change: { status: 'waiting', wakeAt: until ?? null } });
    if (!(await this.hasNews(strand.run.id, types))) return true;
    await strand.write({ change: { status: 'running', wakeAt: null } });
    return false;
  }

  /** Signals that no wait of the run has taken. */
  async listNews(runId: string): Promise<StoredSignal[]> {
    const sent = await this.runs.listSignals(runId);
    if (sent.length === 0) return [];
    const taken = new Set(await this.store.listTakenSignals(runId));
    return sent.filter(({ id }) => !taken.has(id));
  }

  /** From now on no step begins; those under way get so much time. */
  async stop(withinMs: number): Promise<void> {
    this.isStopping = true;
    const working = () => this.all().some((strand) => strand.working > 0);
    await this.until(() => !working(), withinMs);
    for (const strand of this.all()) strand.abort('set-aside');
  }

  private async hasNews(runId: string, types: readonly string[]): Promise<boolean> {
    const run = await this.runs.find(runId);
    return run?.cancelledAt !== null || (await this.listNews(runId)).some(({ type }) => types.includes(type));
  }

  private async until(condition: () => boolean, withinMs: number): Promise<void> {
    const deadline = performance.now() + withinMs;
    while (!condition() && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, unwindStepMs));
  }

  private all(): LocalStrand[] {
    return [...this.strands.values()].flatMap((strands) => [...strands]);
  }

  private add(strand: LocalStrand): void {
    const { runId } = strand.hold;
    let strands = this.strands.get(runId);
    if (strands === undefined) this.strands.set(runId, (strands = new Set<LocalStrand>()));
    strands.add(strand);
    if (!strand.isRoot) return;
    this.begun++;
    this.shares.set(strand, this.usage.take('runs', strand.run.accountId));
  }

  private remove(strand: LocalStrand): void {
    const { runId } = strand.hold;
    const strands = this.strands.get(runId);
    if (strands?.delete(strand) !== true) return;
    if (strand.isRoot) this.begun--;
    this.shares.get(strand)?.();
    this.shares.delete(strand);
    if (strands.size === 0) this.strands.delete(runId);
  }
}
