import { createHash } from 'node:crypto';
import { ProviderSubjectEntity } from '../../../src/accounts/providers/provider-subject.entity.js';
import { ServerGrantEntity } from '../../../src/apps/clearance/server-grant.entity.js';
import { digestOfGrant, printGrant, type ServerGrant } from '../../../src/apps/clearance/server-grant.js';
import { TypeormServerGrantStore } from '../../../src/apps/clearance/typeorm-server-grant-store.repository.js';
import { newId } from '../../../src/kernel/id.js';
import { GroupProviders1760000000731 } from '../../../src/platform/database/migrations/fourth-edition/1760000000731-group-providers.js';
import { closeAfterAll } from '../../support/closing.js';
import {
  repositoryDatabase,
  type RepositoryDatabase,
} from '../../support/repositories/repository-database.js';
import { now, oddText } from '../../support/repositories/stored-rows.js';

const open = closeAfterAll();
const migration = new GroupProviders1760000000731();
let db: RepositoryDatabase;
let store: TypeormServerGrantStore;

beforeEach(async () => {
  db = await repositoryDatabase(open);
  store = new TypeormServerGrantStore(db.database);
});

async function granted(...grants: readonly ServerGrant[]): Promise<string> {
  const accountId = await db.rows.account();
  const added = grants.map((grant) => ({ grant, digest: digestOfGrant(printGrant(grant)) }));
  await db.database.write(async () => {
    await store.advance(accountId);
    await store.apply(accountId, { added, removed: [] });
  });
  return accountId;
}

async function signedInAt(...providers: readonly string[]): Promise<void> {
  for (const provider of providers) {
    const row = { issuer: `https://${provider}.example`, subject: newId('sub'), provider };
    const userId = await db.rows.user();
    await db.database.write((manager) =>
      manager.insert(ProviderSubjectEntity, { ...row, userId, signedInAt: now, claims: '{}', rules: '[]' }),
    );
  }
}

async function run(direction: 'up' | 'down'): Promise<void> {
  const runner = db.source.createQueryRunner();
  try {
    await migration[direction](runner);
  } finally {
    await runner.release();
  }
}

/** The grants of an account; each has the digest of its content. */
async function contentsOf(accountId: string): Promise<unknown[]> {
  const { rows } = await store.read(accountId);
  for (const { digest, content } of rows)
    expect(digest).toBe(createHash('sha256').update(content).digest('base64url'));
  return rows.map(({ content }) => JSON.parse(content) as unknown);
}

const others: readonly ServerGrant[] = [
  { role: 'member', servers: ['*'] },
  { role: 'admin', servers: ['group:*'] },
];

describe('Groups of before they named a provider', () => {
  it.each<[readonly string[], string]>([
    [['corp', 'corp'], 'corp'],
    [['corp', 'hub'], '-'],
    [[], '-'],
  ])('[grants-group-migration] with sign-ins at %j are of the provider %s', async (providers, expected) => {
    await signedInAt(...providers);
    const before: readonly ServerGrant[] = [
      ...others,
      { group: 'eng-*', servers: ['one'], tools: { allow: [oddText], deny: ['x'] } },
      { group: 'corp:eng-*', servers: ['one'] },
      { group: '-:eng-*', servers: ['one'] },
      { group: 'eng-*', servers: ['one'] },
    ];
    const accountId = await granted(...before);
    await run('up');
    const after = before.map((one) =>
      one.group === undefined ? one : { ...one, group: `${expected}:${one.group}` },
    );
    expect(await contentsOf(accountId)).toEqual(after);
    expect(await store.revisionOf(accountId)).toBe(2);
    await run('down');
    expect(await contentsOf(accountId)).toEqual(before);
  });

  it('[grants-group-migration] become one again when the migration is reverted', async () => {
    const accountId = await granted({ group: 'a:x', servers: ['*'] }, { group: 'b:x', servers: ['*'] });
    await run('down');
    expect(await contentsOf(accountId)).toEqual([{ group: 'x', servers: ['*'] }]);
    expect(await db.database.manager.countBy(ServerGrantEntity, { accountId })).toBe(1);
  });
});
