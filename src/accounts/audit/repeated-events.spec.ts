import type { AuditEvent } from './audit-store.port.js';
import { RepeatedEvents } from './repeated-events.js';

const windowMs = 1000;

function event(values: Partial<AuditEvent> = {}): AuditEvent {
  return {
    ...{ id: 'aud_1', at: 0, accountId: 'acc_1', action: 'event.sent', userId: 'usr_1', tokenId: null },
    ...{ target: 'app_1', address: '::1', requestId: 'req', details: {} },
    ...values,
  };
}

function take(repeated: RepeatedEvents, count: number, values: Partial<AuditEvent> = {}): number {
  return Array.from({ length: count }, () => repeated.take(event(values))).filter(Boolean).length;
}

it('[storage-audit] sums up events of one action by one caller beyond the first', () => {
  const repeated = new RepeatedEvents(windowMs);
  expect(take(repeated, 15)).toBe(5);
  expect(take(repeated, 1, { at: 500, target: 'app_2' })).toBe(1);
  expect([take(repeated, 3, { userId: 'usr_2' }), take(repeated, 3, { action: 'secret.set' })]).toEqual([
    0, 0,
  ]);
  expect(repeated.ended(windowMs - 1)).toEqual([]);
  const sum = {
    ...{ accountId: 'acc_1', action: 'event.sent', userId: 'usr_1', tokenId: null, at: 500 },
    ...{ target: null, address: null, requestId: null },
    details: {
      ...{ repeated: 6, from: '1970-01-01T00:00:00.000Z', until: '1970-01-01T00:00:00.500Z' },
      targets: ['app_1', 'app_2'],
    },
  };
  expect(repeated.ended(windowMs)).toEqual([{ ...sum, id: expect.stringMatching(/^aud_/) }]);
  expect([repeated.ended(windowMs), take(repeated, 10)]).toEqual([[], 0]);
});

it('[storage-audit] bounds what an account writes in a window, whatever it varies, and leaves others alone', () => {
  const repeated = new RepeatedEvents(windowMs);
  let singles = 0;
  for (let n = 0; n < 5000; n++) {
    const userId = `usr_${String(n % 500)}`;
    if (!repeated.take(event({ userId, target: `app_${String(n)}` }))) singles++;
  }
  const sums = repeated.ended(windowMs);
  expect([singles, sums.length]).toEqual([100, 51]);
  const counts = sums.map(({ details }) => Number(details['repeated']));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(4900);
  expect(sums.at(-1)).toMatchObject({ userId: null, tokenId: null, action: 'event.sent' });
  expect(JSON.stringify(sums).length).toBeLessThan(60_000);
  expect(take(repeated, 1, { accountId: 'acc_2' })).toBe(0);
});
