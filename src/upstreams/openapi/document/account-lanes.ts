/** Runs at most `size` tasks of each account at once, the others in order, so that one account holds only a part of its work in memory. */
export class AccountLanes {
  private readonly accounts = new Map<string, { running: number; readonly waiting: (() => void)[] }>();

  constructor(private readonly size: number) {}

  async run<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    const account = this.accounts.get(accountId) ?? { running: 0, waiting: [] };
    this.accounts.set(accountId, account);
    if (account.running < this.size) account.running++;
    else await new Promise<void>((resolve) => account.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = account.waiting.shift();
      if (next !== undefined) next();
      else if (--account.running === 0) this.accounts.delete(accountId);
    }
  }
}
