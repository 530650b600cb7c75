import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../config/config.js';
import { Metrics } from '../metrics/metrics.js';
import { Ledger } from './ledger.js';
import { usageLimits, type UsageLimit, type UsageName, type UsageUnit } from './usage-limits.js';

/** A limit as it is shown. */
interface ShownLimit {
  readonly name: string;
  readonly variable: string;
  readonly unit: UsageUnit;
  /** Zero: there is no limit. */
  readonly max: number;
}

/** Where an account stands with one limit. */
export interface UsageState extends ShownLimit {
  readonly used: number;
}

/** A limit whose books are kept by its own keeper, in the database for example, and that is shown with the others. */
export interface UsageSource extends ShownLimit {
  used(accountId: string): number | Promise<number>;
  /** For the metrics, where it is known without a query; of all accounts together. */
  readonly usedByAll?: () => number;
  /** The same of the account that uses most. */
  readonly usedByLargest?: () => number;
}

const retryHeldMs = 1000;

/** The one place that knows what each account uses of this process, and refuses what is beyond its share. */
@Injectable()
export class AccountUsage {
  private readonly ledgers: ReadonlyMap<UsageName, Ledger>;
  private readonly refusals: Counter<'limit'>;
  private readonly sources: UsageSource[] = [];

  constructor(config: Config, { registry }: Metrics) {
    this.ledgers = new Map(
      Object.entries(usageLimits).map(([name, limit]: [string, UsageLimit]) => [
        name as UsageName,
        new Ledger(limit, config.values),
      ]),
    );
    const { ledgers, sources } = this;
    new Gauge({
      name: 'gantry_usage',
      help: 'What all accounts use of a limit: held now, or spent in the last minute',
      labelNames: ['limit'],
      registers: [registry],
      collect() {
        for (const [name, ledger] of ledgers) this.set({ limit: name }, ledger.usedByAll());
        for (const { name, usedByAll } of sources) if (usedByAll) this.set({ limit: name }, usedByAll());
      },
    });
    new Gauge({
      name: 'gantry_usage_largest_account',
      help: 'The same of the account that uses most',
      labelNames: ['limit'],
      registers: [registry],
      collect() {
        for (const [name, ledger] of ledgers) this.set({ limit: name }, ledger.usedByLargest());
        for (const { name, usedByLargest } of sources)
          if (usedByLargest) this.set({ limit: name }, usedByLargest());
      },
    });
    this.refusals = new Counter({
      name: 'gantry_usage_refusals_total',
      help: 'Requests refused because an account, or all together, had reached a limit',
      labelNames: ['limit'],
      registers: [registry],
    });
  }

  /** Takes `amount` until the result is called, which may be done twice. Throws `overloaded`, which names the limit. */
  hold(name: UsageName, accountId: string, amount = 1): () => void {
    const ledger = this.ledger(name);
    const variable = ledger.exceeded(accountId, amount);
    if (variable !== undefined) throw this.refusal(name, variable, retryHeldMs);
    return this.take(name, accountId, amount);
  }

  /** The same, be there room or not: for what was let in when it began. */
  take(name: UsageName, accountId: string, amount = 1): () => void {
    const ledger = this.ledger(name);
    ledger.add(accountId, amount);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      ledger.add(accountId, -amount);
    };
  }

  /** Whether `hold` would succeed. */
  hasRoom(name: UsageName, accountId: string, amount = 1): boolean {
    return this.ledger(name).exceeded(accountId, amount) === undefined;
  }

  /** Throws `rate-limited`, which names the limit, when the account, or all together, have spent what a minute gives. */
  requireLeft(name: UsageName, accountId: string): void {
    const wait = this.msUntilLeft(name, accountId);
    if (wait > 0) throw this.refusal(name, this.ledger(name).spentVariable(accountId), wait);
  }

  /** Milliseconds until the account may spend again; 0 when it may now. */
  msUntilLeft(name: UsageName, accountId: string): number {
    return this.ledger(name).msUntilLeft(accountId);
  }

  /** Books what was spent, be it more than was left: costs that are known only afterwards are paid by waiting. */
  charge(name: UsageName, accountId: string, amount: number): void {
    this.ledger(name).add(accountId, amount);
  }

  /** Held now, or spent in the last minute. */
  used(name: UsageName, accountId: string): number {
    return this.ledger(name).usedBy(accountId);
  }

  /** The same of all accounts together. */
  usedByAll(name: UsageName): number {
    return this.ledger(name).usedByAll();
  }

  /** From now on the limit is shown with the others. */
  show(source: UsageSource): void {
    this.sources.push(source);
  }

  /** Counts a request that a limit kept elsewhere has refused. */
  refused(name: string): void {
    this.refusals.inc({ limit: name });
  }

  /** Where the account stands, limit by limit. */
  async states(accountId: string): Promise<UsageState[]> {
    const own = [...this.ledgers].map(([name, ledger]) => ({
      name,
      variable: usageLimits[name].account,
      unit: usageLimits[name].unit,
      used: Math.round(ledger.usedBy(accountId)),
      max: ledger.accountMax,
    }));
    const others = this.sources.map(async (source) => {
      const { name, variable, unit, max } = source;
      return { name, variable, unit, used: await source.used(accountId), max };
    });
    return [...own, ...(await Promise.all(others))];
  }

  private ledger(name: UsageName): Ledger {
    const ledger = this.ledgers.get(name);
    if (ledger === undefined) throw new Error(`There is no limit ${name}.`);
    return ledger;
  }

  private refusal(name: UsageName, variable: string, retryAfterMs: number): Problem {
    this.refusals.inc({ limit: name });
    const { kind, what } = usageLimits[name] as UsageLimit;
    const code = kind === 'held' ? 'overloaded' : 'rate-limited';
    return new Problem(code, `Too much at once: ${what} (${variable}).`, {
      retryAfterMs,
      members: { limit: variable },
    });
  }
}
