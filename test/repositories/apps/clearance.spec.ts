import { digestOfGrant, printGrant, type ServerGrant } from '../../../src/apps/clearance/server-grant.js';
import type { StoredGrant } from '../../../src/apps/clearance/server-grant-store.port.js';
import { TypeormServerGrantStore } from '../../../src/apps/clearance/typeorm-server-grant-store.repository.js';
import { MembershipEntity } from '../../../src/accounts/people/membership.entity.js';
import { TypeormSubjectStore } from '../../../src/accounts/providers/typeorm-subject-store.repository.js';
import { AppEntity } from '../../../src/apps/app/app.entity.js';
import { newId } from '../../../src/kernel/id.js';
import { closeAfterAll } from '../../support/closing.js';
import { lockOrder, oneAfterTheOther } from '../../support/repositories/lock-order.js';
import {
  repositoryDatabase,
  type RepositoryDatabase,
} from '../../support/repositories/repository-database.js';
import { now, oddJson, oddText } from '../../support/repositories/stored-rows.js';

const open = closeAfterAll();
let db: RepositoryDatabase;
let store: TypeormServerGrantStore;
let accountId: string;

beforeAll(async () => {
  db = await repositoryDatabase(open);
  store = new TypeormServerGrantStore(db.database);
});

beforeEach(async () => {
  accountId = await db.rows.account();
});

function grant(values: Partial<ServerGrant>): StoredGrant {
  const one = { servers: ['*'], ...values };
  return { digest: digestOfGrant(printGrant(one)), grant: one };
}

const group = (name: string) => grant({ group: name });

/** Changes the list as the service does. */
function apply(added: readonly StoredGrant[], removed: readonly StoredGrant[] = [], of = accountId) {
  return db.database.write(async () => {
    const before = await store.advance(of);
    await store.apply(of, { added, removed });
    return before;
  });
}

const contents = async () =>
  (await store.read(accountId)).rows.map(({ content }) => JSON.parse(content) as unknown);

describe('ServerGrantStore', () => {
  it('[repository-contract] returns access grants as they were stored, in the order in which they were added', async () => {
    const member = await db.rows.member(accountId);
    const app = await db.rows.app(accountId);
    const grants = [
      grant({ member, servers: [oddText], tools: { allow: ['get_*'], deny: ['漢字 🦊'] } }),
      grant({ app }),
      grant({ role: 'admin', tools: { deny: [] } }),
    ];
    await apply(grants);
    const { revision, rows } = await store.read(accountId);
    expect(revision).toBe(1);
    expect(rows).toEqual(
      grants.map(({ digest, grant: one }, index) => ({
        ...{ place: index + 1, digest, member: one.member ?? null, app: one.app ?? null },
        content: printGrant(one),
      })),
    );
  });

  it('[repository-contract] adds behind what remains, and removes', async () => {
    const [a, b, c, d] = [group('a'), group('b'), group('c'), group('d')];
    await apply([a, b, c]);
    await apply([d], [b]);
    expect(await contents()).toEqual([a, c, d].map((one) => one.grant));
    expect((await store.read(accountId)).rows.map(({ place }) => place)).toEqual([1, 3, 4]);
    expect(await store.present(accountId, [a.digest, b.digest])).toEqual(new Set([a.digest]));
    expect(await store.present(accountId, [])).toEqual(new Set());
    expect([await store.lastPlaceOf(accountId), await store.lastPlaceOf('acc_none')]).toEqual([4, 0]);
  });

  it('[repository-contract] stores and returns more grants than fit one statement', async () => {
    const many = Array.from({ length: 2600 }, (_, n) => group(`group ${String(n)}`));
    await apply(many);
    expect(await contents()).toEqual(many.map((one) => one.grant));
    const digests = many.map(({ digest }) => digest);
    expect((await store.present(accountId, digests)).size).toBe(2600);
    await apply([], many.slice(0, 2599));
    expect(await contents()).toEqual([many[2599]?.grant]);
  });

  it('[repository-contract] counts each change of a list once, however many are made at once', async () => {
    const other = await db.rows.account();
    expect(await store.revisionOf(accountId)).toBe(0);
    expect(await store.read(accountId)).toEqual({ revision: 0, rows: [] });
    const before = await Promise.all([1, 2, 3, 4].map((n) => apply([group(String(n))])));
    expect(before.sort()).toEqual([0, 1, 2, 3]);
    expect(await store.revisionOf(accountId)).toBe(4);
    expect((await store.read(accountId)).rows.map(({ place }) => place)).toEqual([1, 2, 3, 4]);
    expect(await store.revisionsOf([accountId, other])).toEqual(new Map([[accountId, 4]]));
  });

  it('[repository-contract] makes another transaction wait that changes the same list', async () => {
    await apply([]);
    expect(await lockOrder(db, () => store.advance(accountId))).toEqual(oneAfterTheOther);
  });

  it('[repository-contract] lists grants between two places, page by page', async () => {
    await apply(['a', 'b', 'c', 'd'].map(group));
    const places = (rows: readonly { readonly place: number }[]) => rows.map(({ place }) => place);
    expect(places(await store.list(accountId, 1, 2))).toEqual([2, 3]);
    expect(places(await store.list(accountId, 4, 2))).toEqual([]);
    expect(places(await store.listBetween(accountId, 1, 3))).toEqual([2, 3]);
  });

  it('[repository-contract] finds grants by a text in any case, with wildcards as they are, by person and by app', async () => {
    const member = await db.rows.member(accountId);
    const app = await db.rows.app(accountId);
    await apply([
      group('ÄRZTE'),
      group('50%'),
      group('5000'),
      group('a_b c'),
      // With a space, which no random id contains.
      group('axb c'),
      grant({ member }),
      grant({ app }),
    ]);
    const find = async (text: string, members: string[] = [], apps: string[] = []) =>
      (await store.listBetween(accountId, 0, 100, { text, members, apps })).map(({ place }) => place);
    expect(await find('ärzte')).toEqual([1]);
    expect(await find('50%')).toEqual([2]);
    expect(await find('a_b c')).toEqual([4]);
    expect(await find(String.raw`\d`)).toEqual([]);
    expect(await find('nothing', [member], [app])).toEqual([6, 7]);
    expect(await find('axb c', [member])).toEqual([5, 6]);
  });

  it('[repository-contract] reports whether grants name people, and drops those of a member or an app that is gone', async () => {
    const member = await db.rows.member(accountId);
    const app = await db.rows.app(accountId);
    await apply([grant({ app })]);
    expect(await store.narrowsPeople(accountId)).toBe(false);
    await apply([grant({ member })]);
    expect(await store.narrowsPeople(accountId)).toBe(true);
    await db.database.write((manager) => manager.delete(MembershipEntity, { accountId, userId: member }));
    expect(await store.narrowsPeople(accountId)).toBe(false);
    await db.database.write((manager) => manager.delete(AppEntity, { id: app }));
    expect((await store.read(accountId)).rows).toEqual([]);
  });

  it('[repository-contract] reports members, apps and the latest sign-ins that grants are judged by', async () => {
    const [member, stranger] = [await db.rows.member(accountId), await db.rows.user()];
    const app = await db.rows.app(accountId, { slug: 'shop' });
    expect(await store.membersAmong(accountId, [member, stranger])).toEqual(new Set([member]));
    expect(await store.slugsOf(accountId)).toEqual(new Map([[app, 'shop']]));
    const subjects = new TypeormSubjectStore(db.database);
    const said = { userId: member, provider: 'acme', rules: [] };
    const keep = (issuer: string, signedInAt: number) =>
      subjects.keep({ ...said, issuer, subject: newId('sub'), signedInAt, claims: oddJson });
    await keep('https://late.example', now + 1);
    await keep('https://early.example', now);
    expect(await store.signedInSince(now + 1)).toEqual([member]);
    expect(await store.signedInSince(now + 2)).toEqual([]);
  });
});
