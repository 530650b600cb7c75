import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { personIn } from '../../../support/clients/apps-client.js';
import { closeAfterEach } from '../../../support/closing.js';
import { startGateway } from '../../../support/gateway.js';
import { spawnGateway } from '../../../support/processes/gateway-process.js';
import type { Json } from '../../../support/clients/gateway-client.js';
import { needBubblewrap } from '../../../support/needs.js';
import { descendantsOf } from '../../../support/processes/processes.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { pry, pryingServer, sandboxed, selfOf } from '../../../support/upstreams/prying.js';
import { linesOf, stdioServer } from '../../../support/upstreams/stdio.js';
import { waitFor } from '../../../support/wait-for.js';

const open = closeAfterEach();
const { PATH } = process.env;

let folder: ReturnType<typeof temporaryFolder>;
beforeAll(needBubblewrap);
beforeEach(() => (folder = temporaryFolder()));
afterEach(() => {
  process.env['PATH'] = PATH;
  folder.remove();
});

const held = (run: Json = {}, options: Json = {}) => sandboxed(folder, run, options);

describe('A server in a sandbox', () => {
  it('[sandbox-walls] sees neither the data folder nor other processes', async () => {
    mkdirSync(folder.file('notes'));
    chmodSync(folder.file('notes'), 0o777);
    writeFileSync(folder.file('open'), '');
    chmodSync(folder.file('open'), 0o666);
    const gateway = await open(
      startGateway({
        mcpServers: { s: held({ writable: [folder.file('notes')] }, { env: { KEY: 'told' } }) },
      }),
    );
    const data = gateway.state.folder;
    writeFileSync(data.file('gantry.canary'), 'canary');
    const self = await selfOf(gateway, 's');
    expect(self).toMatchObject({ cwd: '/tmp', env: { KEY: 'told', HOME: '/tmp', TMPDIR: '/tmp' } });
    expect(self.env).not.toHaveProperty('BOOTSTRAP_TOKEN');
    // Root without any rights could still set what the kernel starts when a program crashes.
    expect(self.uid).not.toBe(0);
    expect(await pry(gateway, 's', 'write', { path: '/proc/sys/kernel/domainname' })).toBe('EACCES');
    for (const [path, found] of [
      [data.path, 'ENOENT'],
      [data.file('gantry.canary'), 'ENOENT'],
      [data.file('mcp.json'), 'ENOENT'],
      [process.cwd(), 'ENOENT'],
      ['/root', 'ENOENT'],
      ['/etc/shadow', 'ENOENT'],
      [`/proc/${String(process.pid)}/environ`, 'ENOENT'],
      [folder.file('notes'), ''],
    ] as const)
      expect([path, await pry(gateway, 's', 'read', { path })]).toEqual([path, found]);
    const processes = (await pry(gateway, 's', 'read', { path: '/proc' })).split('\n');
    expect(processes.filter((name) => /^\d+$/.test(name)).sort()).toEqual(['1', String(self.pid)].sort());
    expect(await pry(gateway, 's', 'read', { path: '/proc/1/environ' })).not.toContain('told');
    expect(await pry(gateway, 's', 'write', { path: folder.file('open') })).toBe('EROFS');
    expect(await pry(gateway, 's', 'write', { path: '/usr/written' })).toMatch(/^E(?:ROFS|ACCES)$/);
    expect(await pry(gateway, 's', 'write', { path: '/tmp/own' })).toBe('written');
    expect(await pry(gateway, 's', 'write', { path: folder.file('notes/kept') })).toBe('written');
    expect(linesOf(folder.file('notes/kept'))).toEqual(['written']);
    expect(existsSync('/tmp/own')).toBe(false);
    const commands = descendantsOf(process.pid).map(({ command }) => command);
    expect(commands.filter((command) => command.includes('told'))).toEqual([]);
  });

  it('[sandbox-walls] sees them by no other name, and not where more is shown', async () => {
    const state = folder.file('state');
    mkdirSync(`${state}/data`, { recursive: true });
    writeFileSync(`${state}/mine.txt`, 'mine');
    writeFileSync(`${state}/data/canary`, 'canary');
    symlinkSync(state, folder.file('link'));
    const gateway = await open(
      startGateway({
        env: { DATA_DIR: `${state}/data` },
        mcpServers: {
          wide: held({ writable: [folder.file('link'), '/tmp'], readOnly: [folder.path] }),
          inside: held({ readOnly: [`${folder.file('link')}/data`] }),
          all: held({ readOnly: ['/'] }),
          absent: held({ readOnly: [folder.file('nowhere')] }),
        },
      }),
    );
    // Nobody could see it otherwise, whatever is hidden.
    chmodSync(gateway.state.folder.path, 0o755);
    for (const path of [state, folder.file('link')]) {
      expect(await pry(gateway, 'wide', 'read', { path: `${path}/mine.txt` })).toBe('mine');
      expect(await pry(gateway, 'wide', 'read', { path })).toBe('mine.txt');
      expect(await pry(gateway, 'wide', 'read', { path: `${path}/data/canary` })).toBe('ENOENT');
    }
    const path = gateway.state.folder.file('mcp.json');
    expect(await pry(gateway, 'wide', 'read', { path })).toBe('ENOENT');
    // Another file takes its place, as when it is edited.
    gateway.writeMcpConfig(readFileSync(path, 'utf8').replace('"all"', '"everything"'));
    await waitFor('the new file', async () => (await gateway.call('all', 'whoami', {})).status === 404);
    expect(await pry(gateway, 'wide', 'read', { path })).toBe('ENOENT');
    expect(await pry(gateway, 'wide', 'read', { path: gateway.state.folder.path })).not.toContain('mcp.json');
    for (const [server, detail] of [
      ['inside', /run\.readOnly\[0\] is in what no sandbox shows, such as DATA_DIR/],
      ['absent', /run\.readOnly\[0\] is not there/],
      ['everything', /run\.readOnly\[0\] would show the processes of the machine/],
    ] as const)
      expect(await gateway.call(server, 'whoami', {})).toMatchObject({
        status: 503,
        body: { code: 'upstream-unavailable', detail: expect.stringMatching(detail) },
      });
  });

  it('[sandbox-tools] runs a program that was installed for several, as uv lays it out, and changes nothing of it', async () => {
    const own = folder.file('tools/prying/bin');
    const program = folder.file('bin/prying');
    for (const made of [own, folder.file('bin')]) mkdirSync(made, { recursive: true });
    symlinkSync(process.execPath, `${own}/python`);
    const { args } = held();
    writeFileSync(`${own}/prying`, `#!${own}/python\nimport(${JSON.stringify((args as string[])[0])});\n`, {
      mode: 0o755,
    });
    // Only the sandbox keeps it from them.
    for (const path of [own, `${own}/prying`]) chmodSync(path, 0o777);
    symlinkSync(`${own}/prying`, program);
    const PATH = `${folder.file('bin')}:/usr/bin:/bin`;
    const gateway = await open(
      startGateway({
        mcpServers: {
          named: held({ network: 'none' }, { command: program, args: [] }),
          found: held({ network: 'none' }, { command: 'prying', args: [], env: { PATH } }),
        },
      }),
    );
    for (const server of ['named', 'found']) {
      expect(await pry(gateway, server, 'read', { path: program })).toContain(`#!${own}/python`);
      for (const path of [program, `${own}/more`])
        expect([path, await pry(gateway, server, 'write', { path })]).toEqual([path, 'EROFS']);
    }
  });

  it('[sandbox-network] has the network unless it is to have none', async () => {
    const gateway = await open(startGateway({ mcpServers: { on: held(), off: held({ network: 'none' }) } }));
    const port = Number(new URL(gateway.url).port);
    expect(await pry(gateway, 'on', 'connect', { port })).toBe('connected');
    expect(await pry(gateway, 'off', 'connect', { port })).toMatch(/^E(?:CONNREFUSED|NETUNREACH)$/);
  });

  it('[sandbox-ends] ends with its connection and with the gateway, all its processes too', async () => {
    const starts = folder.file('starts');
    const env = { STARTS_FILE: starts, IGNORE_SIGTERM: '1', GRANDCHILD: '1' };
    chmodSync(folder.path, 0o777);
    copyFileSync(
      new URL('../../../support/upstreams/stdio-server.mjs', import.meta.url),
      folder.file('server.mjs'),
    );
    const run = { sandbox: 'bwrap', writable: [folder.path] };
    const entry = { ...stdioServer(env, { run }), args: [folder.file('server.mjs')] };
    const gateway = await spawnGateway({ mcpServers: { s: entry }, env: { STDIO_STOP_MS: '200' } });
    await open({ close: () => gateway.stop().then(() => undefined) });
    const client = await gateway.ready();
    const count = () =>
      descendantsOf(gateway.pid).filter(({ command }) => /bwrap|server\.mjs|setInterval/.test(command))
        .length;
    expect((await client.call('s', 'echo', {})).status).toBe(200);
    const children = descendantsOf(gateway.pid);
    expect(count()).toBeGreaterThan(2);
    gateway.child.kill('SIGKILL');
    await waitFor('all processes to be gone', () =>
      children.every(
        ({ pid }) =>
          !existsSync(`/proc/${String(pid)}/exe`) || !/bwrap|server\.mjs|setInterval/.test(commandOf(pid)),
      ),
    );
  });

  it('[sandbox-default] is what STDIO_SANDBOX says for servers that do not, those of apps too', async () => {
    const gateway = await open(
      startGateway({
        env: { STDIO_SANDBOX: 'bwrap', APP_STDIO: 'allow' },
        mcpServers: {
          plain: pryingServer(folder, { run: { readOnly: [folder.path] } }),
          free: pryingServer(folder, { run: { sandbox: 'none' } }),
          lost: { command: folder.file('prying.mjs') },
        },
      }),
    );
    const path = gateway.state.folder.file('mcp.json');
    expect(await pry(gateway, 'plain', 'read', { path })).toBe('ENOENT');
    expect(await pry(gateway, 'free', 'read', { path })).toContain('mcpServers');
    const tenant = await personIn(gateway, 'acme');
    const script = readFileSync(folder.file('prying.mjs'), 'utf8');
    const own = { command: 'node', args: ['--input-type=module', '-e', script] };
    await tenant.newApp('a', {
      mcpServers: {
        own,
        // Neither another bubblewrap nor a library of its own comes before the walls.
        sly: { ...own, env: { PATH: `${folder.path}:${PATH ?? ''}`, LD_PRELOAD: folder.file('none.so') } },
        peek: { ...own, cwd: gateway.state.folder.path },
      },
    });
    writeFileSync(folder.file('bwrap'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    expect(await pry(tenant, 'a.own', 'read', { path })).toBe('ENOENT');
    expect(await pry(tenant, 'a.sly', 'read', { path })).toBe('ENOENT');
    expect(await tenant.call('a.peek', 'whoami', {})).toMatchObject({
      status: 503,
      body: { detail: expect.stringContaining('cwd is outside of what its sandbox shows') },
    });
    const chosen = await tenant.json('/api/cli/apps', {
      body: { name: 'b', config: { mcpServers: { own: { ...own, run: { sandbox: 'none' } } } } },
    });
    expect(chosen).toMatchObject({ status: 422, body: { code: 'invalid-config' } });
    expect(chosen.text).toContain('/mcpServers/own');
  });

  it('[sandbox-missing] that cannot be had is a fault of that server alone, and nothing is started', async () => {
    const starts = folder.file('starts');
    const entry = stdioServer({ STARTS_FILE: starts });
    const gateway = await open(
      startGateway({
        env: { STDIO_SANDBOX: 'bwrap' },
        mcpServers: {
          held: { ...entry, run: { sandbox: 'bwrap', readOnly: [folder.path] } },
          free: stdioServer({}, { run: { sandbox: 'none' } }),
          half: { ...entry, run: { sandbox: 'none', network: 'none' } },
        },
      }),
    );
    process.env['PATH'] = folder.path;
    chmodSync(folder.path, 0o755);
    for (const [script, detail] of [
      [
        undefined,
        /^The server was not started: .* bubblewrap \(bwrap\) is not installed .* Install it, or .* run\.sandbox\.$/,
      ],
      [
        'echo "bwrap: No permissions to create new namespace" >&2; exit 1',
        /\(bwrap: No permissions to create new namespace\)\. Let it make user namespaces/,
      ],
      ['echo "bwrap: Unknown option --disable-userns" >&2; exit 1', /\. Install version 0\.8 or later/],
    ] as const) {
      if (script !== undefined)
        writeFileSync(folder.file('bwrap'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
      expect(await gateway.call('held', 'echo', {})).toMatchObject({
        status: 503,
        body: { code: 'upstream-unavailable', detail: expect.stringMatching(detail) },
      });
    }
    expect((await gateway.json('/api/doctor')).body['findings']).toContainEqual({
      title: 'No stdio server can be started',
      detail: expect.stringMatching(/^STDIO_SANDBOX is bwrap\. .*Install version 0\.8 or later/),
      ...{ about: 'gateway', remedy: expect.stringContaining('STDIO_SANDBOX=none') },
    });
    expect(await gateway.call('half', 'echo', {})).toMatchObject({
      status: 503,
      body: { detail: expect.stringContaining('run.network needs a sandbox, and it has none') },
    });
    expect((await gateway.call('free', 'echo', {})).status).toBe(200);
    expect(linesOf(starts)).toEqual([]);
    expect(gateway.logs('upstream.failed').map(({ server }) => server)).toEqual(
      expect.arrayContaining(['held', 'half']),
    );
  });
});

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${String(pid)}/cmdline`, 'latin1');
  } catch {
    return '';
  }
}
