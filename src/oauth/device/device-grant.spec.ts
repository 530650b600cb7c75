import { isOpen, poll, type DeviceGrant } from './device-grant.js';

const start = 1_000_000;

function grant(change: Partial<DeviceGrant> = {}): DeviceGrant {
  return {
    id: 'dvg_1',
    deviceCodeDigest: 'd',
    userCodeDigest: 'u',
    clientId: 'gantry-cli',
    scopes: ['tools:read'],
    device: { name: null, os: null, version: null },
    address: '203.0.113.7',
    state: 'pending',
    interval: 5,
    polledAt: null,
    userId: null,
    accountId: null,
    decidedAt: null,
    createdAt: start,
    expiresAt: start + 600_000,
    ...change,
  };
}

/** Polls at each time, keeping what is to be kept. */
function pollAt(times: readonly number[], first = grant()): string[] {
  let current = first;
  return times.map((time) => {
    const step = poll(current, start + time, undefined);
    if ('change' in step) current = { ...current, ...step.change };
    return 'interval' in step ? `${step.outcome} ${String(step.interval)}` : step.outcome;
  });
}

describe('a device grant', () => {
  it('is pending for a client that keeps the interval, also with some jitter', () => {
    expect(pollAt([0, 5000, 10_100, 14_900])).toEqual(Array(4).fill('authorization_pending 5'));
  });

  it('tells a client that polls too fast to slow down, more each time, and keeps it', () => {
    expect(pollAt([0, 100, 200, 300])).toEqual([
      'authorization_pending 5',
      'slow_down 10',
      'slow_down 15',
      'slow_down 20',
    ]);
    expect(pollAt([0, 100, 5200, 20_300])).toEqual([
      'authorization_pending 5',
      'slow_down 10',
      'slow_down 15',
      'authorization_pending 15',
    ]);
  });

  const approved = grant({ state: 'approved', userId: 'usr_1', accountId: 'acc_1' });

  it('is redeemed once, however fast the poll', () => {
    const step = poll({ ...approved, polledAt: start + 1 }, start + 2, 'gantry-cli');
    expect(step).toMatchObject({ outcome: 'redeem', userId: 'usr_1', change: { state: 'redeemed' } });
    expect(poll({ ...approved, state: 'redeemed' }, start + 3, 'gantry-cli').outcome).toBe('invalid_grant');
  });

  it('stays denied', () => {
    expect(poll(grant({ state: 'denied' }), start + 700_000, undefined).outcome).toBe('access_denied');
  });

  it('expires, approved or not', () => {
    expect(poll(grant(), start + 600_000, undefined).outcome).toBe('expired_token');
    expect(poll(approved, start + 600_000, undefined).outcome).toBe('expired_token');
    expect(poll(approved, start + 599_999, undefined).outcome).toBe('redeem');
  });

  it('belongs to the client that began it', () => {
    expect(poll(approved, start, 'other').outcome).toBe('invalid_grant');
    expect(poll({ ...approved, clientId: null }, start, 'other').outcome).toBe('redeem');
  });

  it('can be decided about while it is pending and in time', () => {
    expect(isOpen(grant(), start + 599_999)).toBe(true);
    expect(isOpen(grant(), start + 600_000)).toBe(false);
    expect(isOpen(approved, start)).toBe(false);
  });
});
