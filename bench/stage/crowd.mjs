// @ts-check
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** @typedef {{ id: string, token: string }} Person */
/** @typedef {Record<string, string>} Environment settings of the gateway whose database it is */

const rowsAtOnce = 200;

/**
 * Puts people with a token each into the account of the operator, where a gateway has been and is no more.
 * @param {string} entry of the built gateway
 * @param {Environment} env
 * @param {number} count
 * @returns {Promise<Person[]>}
 */
export async function addMembers(entry, env, count) {
  /** @param {string} path of a module of the built gateway */
  const built = (path) => import(pathToFileURL(join(dirname(entry), path)).href);
  const { DataSource } = await import('typeorm');
  const { Config } = await built('platform/config/config.js');
  const { dataSourceOptions } = await built('platform/database/data-source-options.js');
  const { Keyring } = await built('platform/security/keyring.js');
  const { mintToken, hintOf } = await built('accounts/tokens/token-format.js');
  const { newId } = await built('kernel/id.js');
  const entities = [
    (await built('accounts/people/account.entity.js')).AccountEntity,
    (await built('accounts/people/user.entity.js')).UserEntity,
    (await built('accounts/people/membership.entity.js')).MembershipEntity,
    (await built('accounts/tokens/access-token.entity.js')).AccessTokenEntity,
  ];
  const [account, user, membership, accessToken] = entities;
  const config = Config.load(env);
  const keyring = new Keyring(config);
  const source = await new DataSource({ ...dataSourceOptions(config), entities }).initialize();
  /** @type {Person[]} */
  const people = [];
  try {
    const [operator] = await source.manager.findBy(account, { operator: true });
    const accountId = String(Object(operator).id);
    const createdAt = Date.now();
    while (people.length < count) {
      const some = Array.from({ length: Math.min(rowsAtOnce, count - people.length) }, () => ({
        id: newId('usr'),
        token: mintToken('gtu'),
      }));
      const rows = {
        users: some.map(({ id }) => ({
          id,
          email: `${id}@example.com`,
          realm: accountId,
          name: id,
          createdAt,
        })),
        memberships: some.map(({ id }) => ({
          ...{ accountId, userId: id, role: 'member', givenRole: 'member', asleep: false, createdAt },
        })),
        tokens: some.map(({ id, token }) => ({
          ...{ id: newId('tok'), kind: 'user', source: 'device', accountId, userId: id, name: 'bench' },
          ...{ digest: keyring.digest('access token', token), hint: hintOf(token), createdAt },
          scopes: 'tools:read tools:call',
        })),
      };
      await source.transaction(async (manager) => {
        await manager.insert(user, rows.users);
        await manager.insert(membership, rows.memberships);
        await manager.insert(accessToken, rows.tokens);
      });
      people.push(...some);
    }
    return people;
  } finally {
    await source.destroy();
  }
}
