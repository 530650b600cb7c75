import { chmodSync, mkdirSync, renameSync, rmdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { StdioLink } from '../../../../src/upstreams/links/stdio-link.js';
import { StdioRunner } from '../../../../src/upstreams/runners/stdio-runner.js';
import { closeAfterEach } from '../../../support/closing.js';
import { startGateway } from '../../../support/gateway.js';
import { needBubblewrap, needRoot } from '../../../support/needs.js';
import { spawnGateway } from '../../../support/processes/gateway-process.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { pry, pryingServer, sandboxed } from '../../../support/upstreams/prying.js';

/** What servers of one gateway share, and what it shares with what started it. */
const open = closeAfterEach();
let folder: ReturnType<typeof temporaryFolder>;
beforeAll(needBubblewrap);
beforeEach(() => (folder = temporaryFolder()));
afterEach(() => {
  folder.remove();
});

function madeFolder(name: string, mode = 0o777): string {
  mkdirSync(folder.file(name));
  chmodSync(folder.file(name), mode);
  return folder.file(name);
}

describe('A stdio server', () => {
  it('[sandbox-descriptors] inherits nothing that the program which started the gateway has open', async () => {
    writeFileSync(folder.file('secret'), 'secret');
    const script = `exec 20<'${folder.file('secret')}' 251>>'${folder.file('secret')}'; exec "$@"`;
    const gateway = await spawnGateway({
      through: ['bash', '-c', script, 'bash'],
      mcpServers: {
        plain: pryingServer(folder),
        held: sandboxed(folder),
        cut: sandboxed(folder, { network: 'none' }),
      },
    });
    await open({ close: () => gateway.stop().then(() => undefined) });
    const client = await gateway.ready();
    for (const server of ['plain', 'held', 'cut'])
      expect([server, await pry(client, server, 'descriptors')]).toEqual([server, '']);
  });
});

describe('A sandbox', () => {
  it('[sandbox-sockets] has no sockets but those of its network and of UNIX, and lists its addresses', async () => {
    const mcpServers = { held: sandboxed(folder), cut: sandboxed(folder, { network: 'none' }) };
    const gateway = await open(startGateway({ mcpServers }));
    const allowed = ['1:1:0', '2:1:0', '10:1:0', '16:3:0'];
    // AF_PACKET, AF_TIPC, AF_BLUETOOTH, AF_ALG, AF_VSOCK, AF_XDP; then AF_NETLINK for the audit log and for others.
    const refused = ['17:1:0', '30:1:0', '31:1:0', '38:5:0', '40:1:0', '44:3:0', '16:3:9', '16:3:16'];
    for (const server of ['held', 'cut']) {
      const got = await pry(gateway, server, 'sockets', { list: [...allowed, ...refused] });
      expect(got.split(' ')).toEqual([...allowed.map(() => 'open'), ...refused.map(() => 'EAFNOSUPPORT')]);
    }
  });

  it('[sandbox-user-limits] has at most 16 watchers of files, however many its user may have', async () => {
    const gateway = await open(startGateway({ mcpServers: { s: sandboxed(folder) } }));
    expect(await pry(gateway, 's', 'watchers', { count: 64 })).toBe('16');
  });

  it('[sandbox-hidden] shows neither the audit log nor other files of the gateway, nor copies of them', async () => {
    const shown = madeFolder('shown', 0o755);
    const names = ['audit.ndjson', 'audit.ndjson.1', '.audit.ndjson.swp', 'catalog.json', 'catalog.json~'];
    for (const name of [...names, 'audit.txt']) writeFileSync(`${shown}/${name}`, '{"servers":[]}');
    const env = { AUDIT_SINK: `file:${shown}/audit.ndjson`, CATALOG_SOURCES: [`${shown}/catalog.json`] };
    const mcpServers = { s: sandboxed(folder, { readOnly: [folder.path, shown] }) };
    const gateway = await open(startGateway({ env, mcpServers }));
    expect(await pry(gateway, 's', 'read', { path: shown })).toBe('audit.txt');
    for (const name of names)
      expect(await pry(gateway, 's', 'read', { path: `${shown}/${name}` })).toBe('ENOENT');
  });

  it('[sandbox-links] does not follow a link that another server put in place of a folder', async () => {
    needRoot();
    const shared = madeFolder('shared');
    mkdirSync(`${shared}/own`);
    const outside = madeFolder('outside');
    writeFileSync(`${outside}/secret`, 'secret');
    const nested = { writable: [`${shared}/own`], readOnly: [] };
    const gateway = await open(
      startGateway({
        mcpServers: {
          first: pryingServer(folder, { run: { as: { uid: 65_534, gid: 65_534 } } }),
          written: sandboxed(folder, { ...nested, readOnly: [folder.file('prying.mjs')] }),
          read: sandboxed(folder, { readOnly: [folder.file('prying.mjs'), `${shared}/own`] }),
        },
      }),
    );
    expect(await pry(gateway, 'written', 'read', { path: `${shared}/own` })).toBe('');
    rmdirSync(`${shared}/own`);
    expect(await pry(gateway, 'first', 'link', { path: `${shared}/own`, target: outside })).toBe('linked');
    for (const server of ['written', 'read'])
      expect(await gateway.json(`/api/servers/${server}/reconnect`, { body: {} })).toMatchObject({
        status: 503,
        body: { detail: expect.stringContaining('leads through a symbolic link') as string },
      });
  });

  it('[sandbox-links] is not started when what it shows is replaced between the look at it and the start', async () => {
    const shown = madeFolder('own');
    const outside = madeFolder('outside');
    const gateway = await open(startGateway({}));
    const entry = sandboxed(folder, { readOnly: [folder.file('prying.mjs'), shown] });
    const runner = gateway.app.get(StdioRunner);
    const target = entry as unknown as Parameters<typeof runner.launchOf>[0];
    const launch = await runner.launchOf(target, 'operator');
    const link = () =>
      new StdioLink({
        ...{ prepare: () => Promise.resolve(launch), stopMs: 200, maxUnreadBytes: 1e6, maxLineBytes: 1e6 },
        ...{ maxResultBytes: 1e6, maxResultValues: 1e4, maxExchangeBytes: 1e6, maxExchangeEvents: 100 },
        ...{
          connectTimeoutMs: 5000,
          redaction: undefined,
          stderrRedaction: undefined,
          onStderr: () => undefined,
        },
        takePlace: () => Promise.resolve({ started: () => undefined, leave: () => undefined }),
      });
    const first = link();
    await first.open();
    await first.close();
    renameSync(shown, `${shown}-former`);
    symlinkSync(outside, shown);
    await expect(link().open()).rejects.toThrow(`${shown} was replaced while it started`);
  });
});
