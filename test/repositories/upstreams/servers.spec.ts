import { newId } from '../../../src/kernel/id.js';
import { TypeormAppStore } from '../../../src/apps/app/typeorm-app-store.repository.js';
import { TypeormEraVerdictStore } from '../../../src/upstreams/connection/handshake/typeorm-era-verdict-store.repository.js';
import { TypeormPublishedStore } from '../../../src/upstreams/publishing/typeorm-published-store.repository.js';
import type { StoredServer } from '../../../src/upstreams/publishing/published-store.port.js';
import type { Pin } from '../../../src/upstreams/tools/pins/drift.js';
import { TypeormPinStore } from '../../../src/upstreams/tools/pins/typeorm-pin-store.repository.js';
import { closeAfterAll } from '../../support/closing.js';
import {
  repositoryDatabase,
  type RepositoryDatabase,
} from '../../support/repositories/repository-database.js';
import { now, oddText } from '../../support/repositories/stored-rows.js';
import { TestClock } from '../../support/test-clock.js';

const open = closeAfterAll();
let db: RepositoryDatabase;

beforeAll(async () => {
  db = await repositoryDatabase(open);
});

describe('PublishedStore', () => {
  let store: TypeormPublishedStore;

  beforeEach(async () => {
    store = new TypeormPublishedStore(db.database, db.signals);
    for (const { name } of await store.list()) await store.remove(name);
    db.signals.take();
  });

  const server = (name: string, values: Partial<StoredServer> = {}): StoredServer => ({
    ...{ name, sealed: 'v1.x', revision: newId('rev'), createdAt: now, updatedAt: now },
    ...values,
  });

  it('[repository-contract] lists published servers as they were stored, by name', async () => {
    const all = [server('b'), server('a2', { sealed: oddText, updatedAt: now + 1 }), server('a-1')];
    for (const one of all) expect(await store.insert(one)).toBe(true);
    expect(await store.list()).toEqual([all[2], all[1], all[0]]);
    expect(await store.revisions()).toEqual(new Map(all.map(({ name, revision }) => [name, revision])));
  });

  it('[repository-contract] publishes a name once, and tells other processes of each change', async () => {
    const all = [1, 2, 3].map(() => server('desk'));
    const published = await Promise.all(all.map((one) => store.insert(one)));
    expect(published.filter(Boolean)).toHaveLength(1);
    const former = String(all[published.indexOf(true)]?.revision);
    const change = { name: 'desk', sealed: 'v1.y', revision: 'rev_2', updatedAt: now + 5 };
    const updated = await Promise.all([1, 2, 3].map(() => store.update(change, former)));
    expect(updated.filter(Boolean)).toHaveLength(1);
    expect(await store.list()).toEqual([{ ...change, createdAt: now }]);
    expect(await store.update({ ...change, name: 'none' }, former)).toBe(false);
    expect([await store.remove('desk'), await store.remove('desk')]).toEqual([true, false]);
    expect(db.signals.take()).toEqual(Array(3).fill('published-server desk'));
  });
});

describe('PinStore', () => {
  let store: TypeormPinStore;
  let appId: string;

  beforeEach(async () => {
    store = new TypeormPinStore(db.database);
    appId = await db.rows.app(await db.rows.account());
  });

  function pin(values: Partial<Pin> = {}): Pin {
    return {
      ...{ serverId: newId('srv'), kind: 'tools', appId, version: 1, pinnedAt: now },
      items: new Map([
        ['z', { digests: { other: 'digest' } }],
        ['a', { digests: { description: 'd', other: 'o' }, description: oddText }],
      ]),
      ...{ acceptedBy: undefined, reported: undefined },
      ...values,
    };
  }

  const revision = async () => (await new TypeormAppStore(db.database).revisions([appId])).get(appId);

  it('[repository-contract] removes pins of servers that an app has no longer, beyond those pinned last', async () => {
    const declared = pin({ pinnedAt: now - 9 });
    const others = [1, 2, 3].map((age) => pin({ pinnedAt: now - age }));
    const ofOther = pin({ appId: await db.rows.app(await db.rows.account()), pinnedAt: now - 9 });
    for (const one of [declared, ...others, ofOther]) await store.insertIfNew(one);
    await store.removeOthers(appId, [declared.serverId], 2);
    const found = await Promise.all([declared, ...others, ofOther].map((one) => store.find(one)));
    expect(found.map((one) => one !== undefined)).toEqual([true, true, true, false, true]);
    await store.removeOthers(appId, [], 0);
    expect(await store.find(declared)).toBeUndefined();
  });

  it('[repository-contract] returns a pin as it was stored, its items in their order, and keeps the first', async () => {
    const one = pin({ acceptedBy: 'usr_1', reported: 'digest', pinnedAt: now + 1 });
    await Promise.all([store.insertIfNew(one), store.insertIfNew(one)]);
    await store.insertIfNew({ ...one, version: 9 });
    const found = await store.find(one);
    expect(found).toEqual(one);
    expect([...(found?.items.keys() ?? [])]).toEqual(['z', 'a']);
    expect(await store.find({ ...one, kind: 'prompts' })).toBeUndefined();
  });

  it('[repository-contract] accepts one successor of a pin, and counts it as a change of the app', async () => {
    const one = pin({ reported: 'digest' });
    await store.insertIfNew(one);
    const next = { ...one, items: new Map(), version: 2, acceptedBy: 'usr_1', reported: undefined };
    const replaced = await Promise.all([1, 2, 3].map(() => store.replace(next)));
    expect(replaced.filter(Boolean)).toHaveLength(1);
    expect(await store.find(one)).toEqual(next);
    expect(await revision()).toBe(2);
    expect(await store.replace({ ...next, version: 4 })).toBe(false);
  });

  it('[repository-contract] completes the items of a pin unless they have changed', async () => {
    const one = pin();
    await store.insertIfNew(one);
    const after = { ...one, items: new Map([...one.items, ['b', { digests: {} }] as const]) };
    expect(await store.complete({ ...one, version: 2 }, after)).toBe(false);
    expect(await store.complete({ ...one, items: new Map() }, after)).toBe(false);
    expect([await store.complete(one, after), await store.complete(one, after)]).toEqual([true, false]);
    expect(await store.find(one)).toEqual(after);
    expect(await revision()).toBe(1);
  });

  it('[repository-contract] notes each reported drift once', async () => {
    const one = pin();
    await store.insertIfNew(one);
    const noted = await Promise.all([1, 2, 3].map(() => store.markReported(one, 'first')));
    expect(noted.filter(Boolean)).toHaveLength(1);
    expect([await store.markReported(one, 'second'), await store.markReported(one, 'second')]).toEqual([
      true,
      false,
    ]);
    expect(await store.find(one)).toEqual({ ...one, reported: 'second' });
    expect(await store.markReported({ ...one, serverId: 'srv_none' }, 'x')).toBe(false);
  });
});

describe('EraVerdictStore', () => {
  it('[repository-contract] remembers how a server speaks until ERA_VERDICT_HOURS have passed', async () => {
    const clock = new TestClock(now);
    const store = new TypeormEraVerdictStore(db.database, clock, db.config);
    const ms = db.config.values.ERA_VERDICT_HOURS * 3_600_000;
    await store.save('one', { era: 'legacy', transport: 'sse' });
    await Promise.all([1, 2].map(() => store.save('one', { era: 'modern', transport: 'http' })));
    expect(await store.find('one')).toEqual({ era: 'modern', transport: 'http' });
    clock.advance(ms);
    expect(await store.find('one')).toBeDefined();
    clock.advance(1);
    expect(await store.find('one')).toBeUndefined();
    await store.save('other', { era: 'legacy', transport: 'stdio' });
    expect(
      await new TypeormEraVerdictStore(db.database, new TestClock(now), db.config).find('one'),
    ).toBeUndefined();
    expect(await store.find('other')).toEqual({ era: 'legacy', transport: 'stdio' });
  });
});
