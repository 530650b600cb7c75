import type { AccessToken } from '../../../src/accounts/tokens/access-token.js';
import { TypeormTokenStore } from '../../../src/accounts/tokens/typeorm-token-store.repository.js';
import { newId } from '../../../src/kernel/id.js';
import { TypeormProgramGrantStore } from '../../../src/oauth/grants/typeorm-program-grant-store.repository.js';
import { ClientsOfTokens1760000000732 } from '../../../src/platform/database/migrations/fourth-edition/1760000000732-clients-of-tokens.js';
import { closeAfterAll } from '../../support/closing.js';
import { repositoryDatabase } from '../../support/repositories/repository-database.js';
import { now } from '../../support/repositories/stored-rows.js';

const open = closeAfterAll();

it('[caller-names] tokens of before they kept it have the client_id of their grant', async () => {
  const db = await repositoryDatabase(open);
  const tokens = new TypeormTokenStore(db.database, db.signals);
  const accountId = await db.rows.account();
  const userId = await db.rows.member(accountId);
  const grantId = newId('ogr');
  const id = 'https://client.example/oauth.json';
  await new TypeormProgramGrantStore(db.database).insert({
    ...{ id: grantId, accountId, userId, returnHost: 'client.example', scopes: [] },
    program: { id, name: 'Client', kind: 'document', host: 'client.example' },
    ...{ resource: null, address: null, servers: null, apps: null },
    ...{ createdAt: now, lastUsedAt: null, expiresAt: now + 1000 },
  });
  const token = (values: Partial<AccessToken>): AccessToken => ({
    ...{ id: newId('tok'), kind: 'user', source: 'grant', accountId, userId, appId: null, name: 'Client' },
    ...{ client: null, oauthClient: null, grantId: null, binding: null, hint: 'gto_…abcd', scopes: [] },
    ...{ createdAt: now, expiresAt: null, idleMs: null, lastUsedAt: null, revokedAt: null },
    ...{ digest: newId('tok'), ...values },
  });
  const all = [token({ grantId }), token({ grantId: 'ogr_gone' }), token({ source: 'device' })];
  for (const one of all) await tokens.insert(one);
  const migration = new ClientsOfTokens1760000000732();
  const runner = db.source.createQueryRunner();
  await migration.down(runner);
  await migration.up(runner);
  await runner.release();
  const found = await tokens.listByIds(all.map((one) => one.id));
  const clients = new Map(found.map(({ token: one }) => [one.id, one.oauthClient]));
  expect(all.map((one) => clients.get(one.id))).toEqual([id, null, null]);
});
