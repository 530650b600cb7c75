import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { FirstStart } from '../../src/accounts/joining/first-start.service.js';
import { Database } from '../../src/platform/database/database.js';
import { closeAfterEach } from '../support/closing.js';
import { gatewayState, startGateway, type GatewayState, type TestGateway } from '../support/gateway.js';
import { GatewayClient } from '../support/clients/gateway-client.js';
import { spawnGateway } from '../support/processes/gateway-process.js';
import { PageVisitor } from '../support/clients/page-visitor.js';
import { mintOperatorToken, operator, setUpOperator, signIn } from '../support/people.js';
import { stdioServer } from '../support/upstreams/stdio.js';
import { waitFor } from '../support/wait-for.js';

const open = closeAfterEach();

async function keepState(options?: Parameters<typeof gatewayState>[0]): Promise<GatewayState> {
  const state = await gatewayState(options);
  await open({ close: () => state.remove() });
  return state;
}

const meWith = (gateway: { json: TestGateway['json'] }, token: string) =>
  gateway.json('/api/cli/auth/me', { headers: { authorization: `Bearer ${token}` } });

function bannerOf(gateway: TestGateway) {
  return gateway.app.get(FirstStart).takeBanner();
}

describe('The first start', () => {
  it('[first-key] prints a key with commands to paste and the setup link, once, and keeps it hashed', async () => {
    const state = await keepState({ isEmpty: true });
    const start = async () => {
      const env = { BOOTSTRAP_TOKEN: undefined };
      const { process } = await open(
        keepable(await spawnGateway({ state, env, mcpServers: { files: stdioServer() } })),
      );
      const { url } = await process.ready();
      await waitFor('the setup link', () => process.output.includes(`${url}/setup?code=`));
      return { process, url };
    };
    const { process, url } = await start();
    const banner = process.output;
    const token = /gtu_[0-9A-Za-z]{38}/.exec(banner)?.[0] ?? '';
    const withToken = process.logs().filter((line) => JSON.stringify(line).includes(token));
    expect(withToken).toMatchObject([
      {
        event: 'gateway.welcome',
        key: token,
        setup: expect.stringMatching(/\/setup\?code=[0-9A-Za-z]{32}$/),
        commands: [
          `export GANTRY_URL=${url} GANTRY_TOKEN=${token}`,
          expect.stringContaining('$GANTRY_URL/api/servers'),
        ],
      },
    ]);
    const client = new GatewayClient(url, token);
    expect((await meWith(client, token)).body).toMatchObject({
      account: { slug: 'operator', role: 'owner' },
      token: { kind: 'user', scopes: expect.arrayContaining(['operator']) },
    });
    expect((await client.json('/api/servers')).status).toBe(200);
    expect((await client.call('files', 'echo', { a: 1 })).status).toBe(200);
    expect(await process.stop()).toBe(0);
    expect(process.output.slice(banner.length)).not.toContain(token);
    for (const entry of readdirSync(state.folder.path, { recursive: true, withFileTypes: true }))
      if (entry.isFile())
        expect(readFileSync(join(entry.parentPath, entry.name)).includes(token)).toBe(false);

    const second = await start();
    expect(second.process.output).not.toMatch(/gtu_|curl /);
    expect((await meWith(second.process.client, token)).status).toBe(200);
  });

  it('[key-file] makes the key of the installation once, for its owner only', async () => {
    const state = await keepState();
    const first = await startGateway({ state });
    const { mode, mtimeMs } = statSync(state.folder.file('secret.key'));
    expect(mode & 0o777).toBe(0o600);
    await first.close();
    await open(startGateway({ state }));
    expect(statSync(state.folder.file('secret.key')).mtimeMs).toBe(mtimeMs);
  });
});

describe('Another SECRET_KEY', () => {
  it('[key-changed] is told in the log, because all tokens made before are of no use with it', async () => {
    const state = await keepState();
    const first = await startGateway({ state, env: { SECRET_KEY: 'a'.repeat(32) } });
    await mintOperatorToken(first, ['tools:read']);
    expect(first.logs('secret-key.changed')).toEqual([]);
    await first.close();
    const second = await open(
      startGateway({ state, env: { SECRET_KEY: 'b'.repeat(32), ACCEPT_LOST_KEYS: true } }),
    );
    expect(second.logs('secret-key.changed')).toMatchObject([{ level: 'warn', tokensThatNobodyCanUse: 1 }]);
    expect((await meWith(second, second.token)).status).toBe(200);
  });
});

describe('The setup link', () => {
  it('[setup-once] gives the operator e-mail address, name and password, and works once', async () => {
    const gateway = await open(startGateway());
    const url = bannerOf(gateway).setupUrl ?? '';
    expect(bannerOf(gateway)).toEqual({});
    const browser = new PageVisitor(gateway.url);
    const page = await browser.get(url);
    expect(page.heading).toBe('Who runs this gateway?');
    const rival = new PageVisitor(gateway.url);
    const samePage = await rival.get(url);
    const done = await browser.submit(page, '/setup', operator);
    expect(done.text).toContain(`Signed in as ${operator.email}`);
    expect((await new PageVisitor(gateway.url).get(url)).status).toBe(410);
    const late = await rival.submit(samePage, '/setup', { ...operator, email: 'eve@example.com' });
    expect(late.status).toBe(410);
    const { body } = await gateway.json('/api/cli/auth/me');
    expect(body['user']).toMatchObject({ email: operator.email, name: operator.name });
  });

  it('[setup-once] is new at each start until it is used, and then is no more', async () => {
    const state = await keepState();
    const first = await startGateway({ state });
    const stale = new URL(bannerOf(first).setupUrl ?? '');
    await first.close();
    const second = await startGateway({ state });
    expect((await new PageVisitor(second.url).get(stale.pathname + stale.search)).status).toBe(410);
    await setUpOperator(second);
    await second.close();
    expect(bannerOf(await open(startGateway({ state })))).toEqual({});
  });

  it.each([
    ['no e-mail address', { email: 'ana' }, 'This is not an e-mail address.'],
    ['no name', { name: '  ' }, 'Write a name'],
    ['a short password', { password: 'short' }, 'Use at least 10 characters.'],
  ])(
    '[setup-form] says beside the field that there is %s, and forgets nothing else',
    async (_, wrong, says) => {
      const gateway = await open(startGateway());
      const browser = new PageVisitor(gateway.url);
      const page = await browser.get(bannerOf(gateway).setupUrl ?? '');
      const again = await browser.submit(page, '/setup', { ...operator, ...wrong });
      expect(again.status).toBe(422);
      expect(again.text).toMatch(
        new RegExp(`role="alert" id="${Object.keys(wrong)[0] ?? ''}-error">\\s*${says}`),
      );
      expect(again.text).not.toContain(operator.password);
      expect((await browser.submit(again, '/setup', operator)).text).toContain('Signed in as');
    },
  );
});

describe('Unattended setup', () => {
  const env = { ADMIN_EMAIL: 'Root@Example.com', ADMIN_PASSWORD: 'first password' };

  it('[setup-unattended] takes e-mail address and password from the environment, at each start', async () => {
    const state = await keepState();
    const first = await startGateway({ state, env });
    expect(bannerOf(first)).toEqual({});
    const browser = await signIn(first, { email: 'root@example.com', password: 'first password' });
    expect((await browser.get('/device')).text).toContain('Signed in as root@example.com');
    await first.close();

    const second = await open(startGateway({ state, env: { ...env, ADMIN_PASSWORD: 'second password' } }));
    const after = new PageVisitor(second.url);
    for (const [name, value] of browser.cookies) after.cookies.set(name, value);
    expect((await after.get('/device')).heading).toBe('Sign in');
    const old = await signIn(second, { email: 'root@example.com', password: 'first password' });
    expect((await old.get('/device')).heading).toBe('Sign in');
    const now = await signIn(second, { email: 'root@example.com', password: 'second password' });
    expect((await now.get('/device')).text).toContain('Signed in as');
  });

  it('[passwords-argon2id] keeps passwords as argon2id', async () => {
    const gateway = await open(startGateway({ env }));
    const [row] = await gateway.app
      .get(Database)
      .manager.query<{ hash: string }[]>('SELECT "passwordHash" AS hash FROM users');
    expect(row?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});

describe('BOOTSTRAP_TOKEN', () => {
  it('[bootstrap-token] is a token of the operator with all scopes, whatever its form', async () => {
    const BOOTSTRAP_TOKEN = 'any text of at least 32 characters';
    const gateway = await open(
      startGateway({ env: { BOOTSTRAP_TOKEN: BOOTSTRAP_TOKEN.replaceAll(' ', '-') } }),
    );
    const { body } = await meWith(gateway, BOOTSTRAP_TOKEN.replaceAll(' ', '-'));
    expect(body).toMatchObject({
      account: { slug: 'operator', role: 'owner' },
      token: { kind: 'user', name: 'BOOTSTRAP_TOKEN', hint: '…ters', expiresAt: null },
    });
    expect((body['token'] as { scopes: string[] }).scopes).toContain('operator');
    expect((await meWith(gateway, 'any-other-text-of-at-least-32-characters')).status).toBe(401);
  });

  it('[bootstrap-token] ends when another one takes its place or none does', async () => {
    const state = await keepState();
    const tokens = ['a', 'b'].map((letter) => letter.repeat(40)) as [string, string];
    const statuses: number[][] = [];
    for (const BOOTSTRAP_TOKEN of [tokens[0], tokens[1], tokens[0], undefined]) {
      const gateway = await startGateway({ state, env: { BOOTSTRAP_TOKEN } });
      statuses.push([(await meWith(gateway, tokens[0])).status, (await meWith(gateway, tokens[1])).status]);
      await gateway.close();
    }
    expect(statuses).toEqual([
      [200, 401],
      [401, 200],
      [200, 401],
      [401, 401],
    ]);
  });

  it('[bootstrap-token] stays revoked over a restart when somebody revoked it', async () => {
    const state = await keepState();
    const first = await startGateway({ state });
    expect((await first.json('/api/cli/auth/logout', { method: 'POST' })).status).toBe(204);
    expect((await meWith(first, first.token)).status).toBe(401);
    await first.close();
    const second = await open(startGateway({ state }));
    expect((await meWith(second, second.token)).status).toBe(401);
  });
});

/** A process that the test's end stops. */
function keepable(process: Awaited<ReturnType<typeof spawnGateway>>) {
  return { process, close: () => process.stop().then(() => undefined) };
}

describe('The data folder', () => {
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

  it('[data-folder-modes] and the SQLite files in it are for the owner only, whatever the umask', async () => {
    const state = await keepState({ isEmpty: true });
    const folder = state.folder.file('new');
    const umask = process.umask(0o002);
    try {
      await open(startGateway({ state, env: { DATA_DIR: folder } }));
    } finally {
      process.umask(umask);
    }
    expect(modeOf(folder)).toBe('700');
    for (const name of readdirSync(folder)) expect([name, modeOf(join(folder, name))]).toEqual([name, '600']);
  });

  it('[data-folder-modes] are tightened when an earlier release left them open; a folder for all is told in the log', async () => {
    const state = await keepState();
    const folder = state.folder.file('old');
    mkdirSync(folder);
    const first = await startGateway({ state, env: { DATA_DIR: folder } });
    await first.close();
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644);
    chmodSync(folder, 0o755);
    const second = await startGateway({ state, env: { DATA_DIR: folder } });
    expect([folder, ...readdirSync(folder).map((name) => join(folder, name))].map(modeOf)).not.toContain(
      '644',
    );
    expect([modeOf(folder), second.logs('data-folder.open-to-others')]).toEqual(['700', []]);
    await second.close();
    chmodSync(folder, 0o1777);
    const third = await open(startGateway({ state, env: { DATA_DIR: folder } }));
    expect(modeOf(folder)).toBe('777');
    expect(third.logs('data-folder.open-to-others')).toMatchObject([{ path: folder }]);
  });
});
