import { randomBytes } from 'node:crypto';
import type { Values } from '../../../src/platform/config/variables.js';
import type { Keeper } from '../closing.js';
import { startGateway, type GatewayState, type ServerEntries, type TestGateway } from '../gateway.js';
import { temporaryFolder } from '../temporary-folder.js';
import { testDatabase } from '../test-database.js';

/** What the gateways of one installation share: a database, the secret key, a token. Each has a folder of its own. */
export interface Installation {
  readonly secretKey: string;
  /** State for one more gateway. */
  readonly replica: () => GatewayState;
}

/** A fresh database of the Postgres that `TEST_DATABASE_URL` names, for several gateways. `isEmpty`: not even the tables are there. */
export async function installation(open: Keeper, { isEmpty = false } = {}): Promise<Installation> {
  const database = await testDatabase({ isEmpty });
  await open({ close: () => database.drop() });
  const token = `gtu_test${randomBytes(24).toString('hex')}`;
  return {
    secretKey: randomBytes(32).toString('hex'),
    replica: () => {
      const folder = temporaryFolder();
      const remove = async () => {
        folder.remove();
      };
      return { folder, token, database: { ...database, drop: async () => undefined }, remove };
    },
  };
}

/** So many gateways on one database, inside the test's process. */
export async function startReplicas(
  open: Keeper,
  count: number,
  { env, mcpServers = {} }: { readonly env?: Partial<Values>; readonly mcpServers?: ServerEntries } = {},
): Promise<TestGateway[]> {
  const { replica, secretKey } = await installation(open);
  const starting = Array.from({ length: count }, async () => {
    const state = replica();
    await open({ close: () => state.remove() });
    return open(startGateway({ state, mcpServers, env: { SECRET_KEY: secretKey, ...env } }));
  });
  return Promise.all(starting);
}
