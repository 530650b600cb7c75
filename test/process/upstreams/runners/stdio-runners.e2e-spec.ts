import { existsSync, readFileSync } from 'node:fs';
import { operatorOf } from '../../../support/clients/apps-client.js';
import { closeAfterEach } from '../../../support/closing.js';
import { startGateway } from '../../../support/gateway.js';
import { spawnGateway } from '../../../support/processes/gateway-process.js';
import type { Json } from '../../../support/clients/gateway-client.js';
import { needBubblewrap, needRoot } from '../../../support/needs.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { pry, pryingServer, sandboxed, selfOf } from '../../../support/upstreams/prying.js';
import { linesOf, stdioServer } from '../../../support/upstreams/stdio.js';
import { waitFor } from '../../../support/wait-for.js';

const open = closeAfterEach();
const nobody = { uid: 65_534, gid: 65_534 };

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => (folder = temporaryFolder()));
afterEach(() => {
  folder.remove();
});

describe('The environment of the gateway', () => {
  it('[environment-hidden] is not what /proc shows of it, and is in force all the same', async () => {
    const secrets = {
      SECRET_KEY: 'canary-secret-key-0123456789abcdef-0123456789',
      ADMIN_PASSWORD: 'canary-password-0123456789',
      ADMIN_EMAIL: 'ada@example.com',
    };
    const env = { ...secrets, CANARY_FOR_FILE: 'canary-for-the-file' };
    const mcpServers = { s: pryingServer(folder, { env: { GIVEN: '${env:CANARY_FOR_FILE}' } }) };
    const gateway = await spawnGateway({ env, mcpServers });
    await open({ close: () => gateway.stop().then(() => undefined) });
    const client = await gateway.ready();
    const seen = readFileSync(`/proc/${String(gateway.pid)}/environ`, 'latin1');
    expect(seen.replaceAll('\0', '')).toBe('');
    expect(await pry(client, 's', 'read', { path: `/proc/${String(gateway.pid)}/environ` })).toBe(seen);
    const { ppid, env: told } = await selfOf(client, 's');
    expect(ppid).toBe(gateway.pid);
    expect(Object.keys(told).sort()).toEqual(
      ['GIVEN', ...['HOME', 'LANG', 'PATH', 'TMPDIR'].filter((name) => name in told)].sort(),
    );
    expect(gateway.logs().filter(({ event }) => event === 'environment.readable')).toEqual([]);
    expect(existsSync(gateway.state.folder.file('secret.key'))).toBe(false);
    expect(await gateway.stop()).toBe(0);
  });
});

describe('A server that runs as another user', () => {
  beforeAll(needRoot);

  it('[run-as] has nothing of the gateway’s: no group, no home, neither its environment nor its data', async () => {
    const gateway = await open(
      startGateway({ mcpServers: { s: pryingServer(folder, { run: { as: nobody } }) } }),
    );
    const self = await selfOf(gateway, 's');
    expect(self).toMatchObject({ ...nobody, groups: [nobody.gid] });
    expect(self.env).not.toHaveProperty('HOME');
    for (const path of [
      gateway.state.folder.path,
      gateway.state.folder.file('gantry.sqlite'),
      `/proc/${String(process.pid)}/environ`,
      `/proc/${String(process.pid)}/fd`,
    ])
      expect([path, await pry(gateway, 's', 'read', { path })]).toEqual([path, 'EACCES']);
    expect(await pry(gateway, 's', 'write', { path: folder.file('prying.mjs') })).toBe('EACCES');
  });

  it('[run-as] may be in a sandbox, too', async () => {
    needBubblewrap();
    const other = { uid: 54_321, gid: 54_321 };
    const gateway = await open(startGateway({ mcpServers: { s: sandboxed(folder, { as: other }) } }));
    expect(await selfOf(gateway, 's')).toMatchObject(other);
    expect(await pry(gateway, 's', 'read', { path: gateway.state.folder.path })).toBe('ENOENT');
  });

  it('[run-as] is a fault of that server where the gateway may not change users', async () => {
    const child = await spawnGateway({
      mcpServers: { s: pryingServer(folder, { run: { as: nobody } }), free: pryingServer(folder) },
      through: ['setpriv', '--bounding-set=-setuid', '--inh-caps=-setuid'],
    });
    await open({ close: () => child.stop().then(() => undefined) });
    const client = await child.ready();
    expect(await client.call('s', 'whoami', {})).toMatchObject({
      status: 503,
      body: {
        code: 'upstream-unavailable',
        detail: expect.stringMatching(/run\.as.*CAP_SETUID.*run\.sandbox/),
      },
    });
    expect((await selfOf(client, 'free')).uid).toBe(0);
  });
});

describe('What holds a server in', () => {
  it('[run-change] is part of its connection: another one takes another process', async () => {
    const starts = folder.file('starts');
    const entry = stdioServer({ STARTS_FILE: starts });
    const gateway = await open(startGateway({ mcpServers: { s: entry } }));
    const operator = operatorOf(gateway);
    await operator.newApp('a', { mcpServers: { s: { use: 's' } } });
    expect((await operator.call('a.s', 'pid', {})).status).toBe(200);
    gateway.writeMcpConfig({ mcpServers: { s: { ...entry, run: { network: 'none' } } } });
    await waitFor('the new declaration', async () => (await gateway.call('s', 'pid', {})).status === 503);
    expect((await operator.call('a.s', 'pid', {})).status).toBe(503);
    gateway.writeMcpConfig({ mcpServers: { s: { ...entry, run: { sandbox: 'none' } } } });
    await waitFor('the third', async () => (await operator.call('a.s', 'pid', {})).status === 200);
    expect(linesOf(starts)).toHaveLength(2);
  });

  it('[run-members] is never passed over: what is misspelt, unknown or for another kind of server is a fault', async () => {
    const entry = stdioServer();
    const gateway = await open(
      startGateway({
        mcpServers: {
          a: { ...entry, run: { sandbocks: 'bwrap' } },
          b: { ...entry, run: { sandbox: 'docker' } },
          c: { ...entry, run: { as: { uid: 0, gid: 0 } } },
          d: { ...entry, run: { memory: 100 } },
          e: { ...entry, sandbox: 'bwrap' },
          f: { ...entry, runs: { sandbox: 'bwrap' } },
          g: { url: 'http://127.0.0.1:9/', run: {} },
          fine: { ...entry, run: { sandbox: 'none' } },
        },
      }),
    );
    const { body } = await gateway.json('/api/servers');
    expect((body['servers'] as Json[]).map(({ name }) => name)).toEqual(['fine']);
    const faults = (body['fileFaults'] as string[]).join('\n');
    for (const place of ['a/run', 'b/run/sandbox', 'c/run/as/uid', 'd/run', 'e/sandbox', 'f/runs', 'g/run'])
      expect(faults).toContain(`/mcpServers/${place} `);
    for (const name of ['sandbocks', 'memory']) expect(faults).toContain(name);
  });
});
