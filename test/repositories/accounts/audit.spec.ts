import { StorageGrowth } from '../../../src/platform/storage/storage-growth.js';
import type { AuditEvent } from '../../../src/accounts/audit/audit-store.port.js';
import { AuditEventEntity } from '../../../src/accounts/audit/audit-event.entity.js';
import { TypeormAuditOutbox } from '../../../src/accounts/audit/sink/typeorm-audit-outbox.repository.js';
import { TypeormAuditStore } from '../../../src/accounts/audit/typeorm-audit-store.repository.js';
import { newId } from '../../../src/kernel/id.js';
import { closeAfterAll } from '../../support/closing.js';
import {
  repositoryDatabase,
  type RepositoryDatabase,
} from '../../support/repositories/repository-database.js';
import { oddJson, oddText } from '../../support/repositories/stored-rows.js';

const open = closeAfterAll();
/** The log protects younger events. */
const longAgo = 1_500_000_000_000;
let db: RepositoryDatabase;
let store: TypeormAuditStore;
let outbox: TypeormAuditOutbox;

beforeAll(async () => {
  db = await repositoryDatabase(open);
  store = new TypeormAuditStore(db.database, new StorageGrowth());
  outbox = new TypeormAuditOutbox(db.database);
});

afterEach(async () => {
  await store.removeOldest(longAgo + 1000, 1000, false);
});

function event(values: Partial<AuditEvent> = {}): AuditEvent {
  return {
    ...{
      id: newId('aud'),
      at: longAgo,
      accountId: 'acc_1',
      action: 'test.done',
      userId: null,
      tokenId: null,
    },
    ...{ target: null, address: null, requestId: null, details: {} },
    ...values,
  };
}

async function append(...events: AuditEvent[]): Promise<string[]> {
  for (const one of events) await store.append(one);
  return events.map(({ id }) => id);
}

const ids = (events: readonly AuditEvent[]) => events.map(({ id }) => id);

describe('AuditStore', () => {
  it('[repository-contract] measures the events of an account, and removes old ones of the action that takes up most', async () => {
    const accountId = newId('acc');
    const flood = { accountId, action: 'event.sent', details: { type: 'x'.repeat(300) } };
    const rare = event({ accountId, action: 'secret.set' });
    const sent = Array.from({ length: 5 }, () => event(flood));
    const young = event({ ...flood, at: longAgo + 5000 });
    await append(rare, ...sent, young);
    const measured = await store.measure(accountId);
    expect(measured).toBeGreaterThan(6 * 1000);
    const removed = await store.removeOldestOf(accountId, longAgo + 1000, false);
    expect([removed > 5000, await store.measure(accountId)]).toEqual([true, measured - removed]);
    expect(ids(await store.list({ accountId }, 10))).toEqual([young.id, rare.id]);
    expect(await store.removeOldestOf(accountId, longAgo + 1000, true)).toBe(0);
    await outbox.taken([rare.id]);
    expect(await store.removeOldestOf(accountId, longAgo + 1000, true)).toBeGreaterThan(0);
    expect(await store.removeOldestOf(accountId, longAgo + 1000, false)).toBe(0);
    expect(await store.removeOldestOf(accountId, longAgo + 6000, false)).toBeGreaterThan(0);
  });

  it('[repository-contract] returns an audit event as it was appended', async () => {
    const full = event({
      ...{ userId: 'usr_1', tokenId: 'tok_1', target: oddText, address: '2001:db8::1', requestId: 'req-1' },
      details: oddJson,
    });
    const bare = event();
    await append(full, bare);
    expect(await store.list({ accountId: 'acc_1' }, 10)).toEqual([bare, full]);
  });

  it('[repository-contract] lists the audit events of an account newest first, page by page and by action', async () => {
    const [a, b, c, d] = await append(
      event(),
      event({ action: 'test.other' }),
      event(),
      event({ accountId: 'acc_2' }),
    );
    expect(ids(await store.list({ accountId: 'acc_1' }, 2))).toEqual([c, b]);
    expect(ids(await store.list({ accountId: 'acc_1' }, 2, b))).toEqual([a]);
    expect(ids(await store.list({ accountId: 'acc_1', action: 'test.done' }, 10))).toEqual([c, a]);
    expect(ids(await store.list({ accountId: 'acc_2' }, 10))).toEqual([d]);
  });

  it('[repository-contract] removes expired audit events among the oldest, and only sent ones if told so', async () => {
    const [a, b, c] = await append(event(), event({ at: longAgo + 10 }), event());
    expect(await store.removeOldest(longAgo + 1, 2, true)).toBe(0);
    await outbox.taken([String(a), String(b)]);
    expect(await store.removeOldest(longAgo + 1, 10, true)).toBe(1);
    expect(ids(await store.list({ accountId: 'acc_1' }, 10))).toEqual([c, b]);
    expect(await store.removeOldest(longAgo + 1, 1, false)).toBe(0);
    expect(await store.removeOldest(longAgo + 1, 2, false)).toBe(1);
    expect(ids(await store.list({ accountId: 'acc_1' }, 10))).toEqual([b]);
  });
});

describe('AuditOutbox', () => {
  it('[repository-contract] lists unsent audit events in the order of the log until they are taken', async () => {
    expect(await outbox.newest()).toBeUndefined();
    const events = [event({ details: oddJson }), event(), event()];
    const [a, b, c] = await append(...events);
    expect(await outbox.newest()).toBe(c);
    expect(await outbox.list(String(b), 10)).toEqual(events.slice(0, 2));
    expect(ids(await outbox.list(String(c), 1))).toEqual([a]);
    await outbox.taken([String(a), String(c), 'aud_unknown']);
    await outbox.taken([]);
    expect(ids(await outbox.list(String(c), 10))).toEqual([b]);
    expect(await outbox.newest()).toBe(b);
  });

  it('[repository-contract] lets one of several processes send, until its time is over or it releases the place', async () => {
    const holders = ['one', 'two', 'three'];
    const held = await Promise.all(holders.map((holder) => outbox.hold(holder, 1000, 2000)));
    expect(held.filter(Boolean)).toHaveLength(1);
    const holder = String(holders[held.indexOf(true)]);
    const other = String(holders[held.indexOf(false)]);
    expect(await outbox.hold(holder, 1500, 3000)).toBe(true);
    expect(await outbox.hold(other, 2999, 4000)).toBe(false);
    expect(await outbox.hold(other, 3000, 4000)).toBe(true);
    await outbox.release(holder);
    expect(await outbox.hold(holder, 3500, 4000)).toBe(false);
    await outbox.release(other);
    expect(await outbox.hold(holder, 3500, 4000)).toBe(true);
    await outbox.release(holder);
  });

  it('[repository-contract] keeps the start of a failure and its latest text until the sink takes events again', async () => {
    await append(event(), event());
    expect(await outbox.trouble()).toBeUndefined();
    await outbox.tell('first', 5_000_000_000_000);
    await outbox.tell(`é${'🦊'.repeat(200)}`, 6_000_000_000_000);
    const { failure = '', ...trouble } = (await outbox.trouble()) ?? {};
    expect(trouble).toEqual({ since: 5_000_000_000_000, waiting: 2 });
    expect(failure.startsWith(`é${'🦊'.repeat(149)}`)).toBe(true);
    await outbox.tell(undefined, 7_000_000_000_000);
    expect(await outbox.trouble()).toBeUndefined();
  });
});

describe('The audit log', () => {
  it('[repository-contract] refuses to change an event and to remove a young one', async () => {
    const [old] = await append(event());
    const change = db.database.write((manager) =>
      manager.update(AuditEventEntity, { id: String(old) }, { action: 'test.forged' }),
    );
    await expect(change).rejects.toThrow('append-only');
    await append(event({ at: Date.now(), accountId: 'acc_young' }));
    await expect(store.removeOldest(Infinity, 10, false)).rejects.toThrow('append-only');
    expect(await store.list({ accountId: 'acc_young' }, 10)).toHaveLength(1);
  });
});
