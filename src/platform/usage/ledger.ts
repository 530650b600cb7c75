import type { Values } from '../config/variables.js';
import type { UsageLimit } from './usage-limits.js';

const minuteMs = 60_000;

/** What somebody has used, and when that was last brought up to date. */
interface Account {
  used: number;
  at: number;
}

/** The books of one limit. What is spent flows back evenly, so that nobody waits for the turn of a minute. Zero turns a limit off. */
export class Ledger {
  readonly accountMax: number;
  private readonly allMax: number;
  private readonly accounts = new Map<string, Account>();
  private readonly total: Account = { used: 0, at: 0 };

  constructor(
    private readonly limit: UsageLimit,
    values: Values,
    private readonly now = () => performance.now(),
  ) {
    this.accountMax = values[limit.account];
    this.allMax = limit.all === undefined ? 0 : values[limit.all];
  }

  /** The variable that `amount` more would exceed. */
  exceeded(accountId: string, amount: number): string | undefined {
    if (isBeyond(this.usedBy(accountId) + amount, this.accountMax)) return this.limit.account;
    if (isBeyond(this.usedByAll() + amount, this.allMax)) return this.limit.all;
    return undefined;
  }

  add(accountId: string, amount: number): void {
    const account = this.accounts.get(accountId) ?? { used: 0, at: this.now() };
    this.bring(account, this.accountMax);
    this.bring(this.total, this.allMax);
    this.total.used += amount;
    account.used += amount;
    if (account.used > 0) this.accounts.set(accountId, account);
    else this.accounts.delete(accountId);
  }

  usedBy(accountId: string): number {
    const account = this.accounts.get(accountId);
    if (account === undefined) return 0;
    this.bring(account, this.accountMax);
    if (account.used <= 0) this.accounts.delete(accountId);
    return account.used;
  }

  usedByAll(): number {
    this.bring(this.total, this.allMax);
    return this.total.used;
  }

  usedByLargest(): number {
    let largest = 0;
    for (const accountId of this.accounts.keys()) largest = Math.max(largest, this.usedBy(accountId));
    return largest;
  }

  /** Milliseconds until both the account and all together are below their maximum. */
  msUntilLeft(accountId: string): number {
    return Math.max(msUntilBelow(this.usedBy(accountId), this.accountMax), this.msUntilAllBelow());
  }

  /** The variable that holds the account up. */
  spentVariable(accountId: string): string {
    const { account, all = account } = this.limit;
    return msUntilBelow(this.usedBy(accountId), this.accountMax) >= this.msUntilAllBelow() ? account : all;
  }

  private msUntilAllBelow(): number {
    return msUntilBelow(this.usedByAll(), this.allMax);
  }

  /** Gives back what has flown back since. */
  private bring(account: Account, max: number): void {
    if (this.limit.kind === 'held') return;
    const now = this.now();
    const back = max === 0 ? Infinity : (max * (now - account.at)) / minuteMs;
    account.used = Math.max(0, account.used - back);
    account.at = now;
  }
}

function isBeyond(used: number, max: number): boolean {
  return max > 0 && used > max;
}

function msUntilBelow(used: number, max: number): number {
  return max === 0 || used < max ? 0 : Math.ceil(((used - max) / max) * minuteMs) + 1;
}
