import { Config } from '../config/config.js';
import { Ledger } from './ledger.js';
import type { UsageLimit } from './usage-limits.js';

const held: UsageLimit = {
  kind: 'held',
  account: 'ACCOUNT_STREAMS',
  all: 'ALL_STREAMS',
  unit: 'count',
  what: 'streams are open',
};
const values = Config.load({ ACCOUNT_STREAMS: '10', ALL_STREAMS: '15' }).values;

describe('Ledger', () => {
  it('[account-usage] bounds what each account holds, and what all hold together', () => {
    const ledger = new Ledger(held, values);
    ledger.add('a', 10);
    expect(ledger.exceeded('a', 1)).toBe('ACCOUNT_STREAMS');
    expect(ledger.exceeded('b', 5)).toBeUndefined();
    expect(ledger.exceeded('b', 6)).toBe('ALL_STREAMS');
    ledger.add('a', -10);
    expect(ledger.exceeded('b', 6)).toBeUndefined();
    expect(ledger.usedByLargest()).toBe(0);
  });

  it('[account-usage] lets what was spent flow back with time', () => {
    let now = 0;
    const ledger = new Ledger({ ...held, kind: 'spent' }, values, () => now);
    ledger.add('a', 12);
    expect(ledger.msUntilLeft('a')).toBeGreaterThan(10_000);
    expect(ledger.msUntilLeft('b')).toBe(0);
    expect(ledger.spentVariable('a')).toBe('ACCOUNT_STREAMS');
    now = 30_000;
    expect(ledger.usedBy('a')).toBe(7);
    expect(ledger.msUntilLeft('a')).toBe(0);
    now = 120_000;
    expect(ledger.usedByAll()).toBe(0);
    expect(ledger.usedByLargest()).toBe(0);
  });
});
