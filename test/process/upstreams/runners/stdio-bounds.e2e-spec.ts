import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { closeAfterEach } from '../../../support/closing.js';
import { startGateway } from '../../../support/gateway.js';
import type { Json } from '../../../support/clients/gateway-client.js';
import { needBubblewrap } from '../../../support/needs.js';
import { spawnGateway } from '../../../support/processes/gateway-process.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { pry, pryingServer, sandboxed, selfOf } from '../../../support/upstreams/prying.js';
import { waitFor } from '../../../support/wait-for.js';

const open = closeAfterEach();

let folder: ReturnType<typeof temporaryFolder>;
beforeAll(needBubblewrap);
beforeEach(() => (folder = temporaryFolder()));
afterEach(() => {
  folder.remove();
});

describe('What a sandbox bounds', () => {
  it('[sandbox-bounds] are tasks of a server, those of another do not count', async () => {
    const gateway = await open(
      startGateway({
        env: { SANDBOX_TASKS: 64 },
        mcpServers: {
          a: sandboxed(folder),
          b: sandboxed(folder),
          // What a loader goes by is there, but only once the bound is.
          sly: sandboxed(folder, {}, { env: { LD_PRELOAD: '/nowhere.so' } }),
        },
      }),
    );
    const [most, more] = [{ count: 40 }, { count: 64 }];
    const had = await Promise.all([pry(gateway, 'a', 'tasks', most), pry(gateway, 'b', 'tasks', most)]);
    expect(had).toEqual(['all', 'all']);
    for (const server of ['a', 'b', 'sly']) expect(await pry(gateway, server, 'tasks', more)).toBe('none');
    expect((await selfOf(gateway, 'sly')).env).toMatchObject({ LD_PRELOAD: '/nowhere.so' });
  });

  it('[sandbox-bounds] are what its folders hold, and all others are only read', async () => {
    const gateway = await open(
      startGateway({
        env: { SANDBOX_TMP_BYTES: 1_048_576 },
        mcpServers: { s: sandboxed(folder), other: sandboxed(folder) },
      }),
    );
    const fill = (paths: string[], bytes: number, server = 's') =>
      pry(gateway, server, 'fill', { paths, bytes });
    for (const path of ['/tmp', '/dev/shm', '/var/tmp']) {
      expect([path, await fill([path], 100_000)]).toEqual([path, path]);
      expect([path, await fill([path], 2_097_152)]).toEqual([path, 'none']);
    }
    expect(await fill(['/', '/dev', '/dev/pts', '/etc', '/var', folder.path], 1)).toBe('none');
    expect(await fill(['/tmp'], 900_000, 'other')).toBe('/tmp');
  });

  it('[sandbox-bounds] need a control group for memory and processors: without one that is a fault, shown to the operator', async () => {
    const entry = sandboxed(folder, { memoryMb: 64 });
    const gateway = await open(
      startGateway({
        mcpServers: {
          memory: entry,
          cpu: sandboxed(folder, { cpu: 0.5 }),
          free: pryingServer(folder, { run: { cpu: 1 } }),
        },
      }),
    );
    for (const [server, detail] of [
      ['memory', /run\.memoryMb needs a control group, .* set STDIO_CGROUP/],
      ['cpu', /run\.cpu needs a control group, .* set STDIO_CGROUP/],
      ['free', /run\.cpu needs a sandbox, and it has none/],
    ] as const) {
      expect(await gateway.call(server, 'whoami', {})).toMatchObject({
        status: 503,
        body: { code: 'upstream-unavailable', detail: expect.stringMatching(detail) },
      });
      const { body } = await gateway.json('/api/servers');
      const shown = (body['servers'] as Json[]).find(({ name }) => name === server);
      expect(JSON.stringify(shown)).toMatch(detail);
    }
  });

  it('[sandbox-bounds] need one that can be divided, and the doctor says beforehand why one cannot', async () => {
    const group = folder.file('group');
    const gateway = await open(
      startGateway({
        env: { STDIO_CGROUP: group },
        mcpServers: { s: sandboxed(folder, { memoryMb: 64 }) },
      }),
    );
    mkdirSync(group);
    for (const [controllers, fault] of [
      [undefined, `${group} is no control group of version 2`],
      ['cpuset io', `${group} was not given memory and cpu`],
      ['cpuset cpu io', `${group} was not given memory`],
      ['cpu memory', `the gateway may not write to ${group}/cgroup.procs (ENOENT)`],
    ] as const) {
      if (controllers !== undefined) writeFileSync(`${group}/cgroup.controllers`, `${controllers}\n`);
      const detail = expect.stringContaining(`STDIO_CGROUP cannot be divided: ${fault}`) as string;
      // After several failures in a row, calls receive the last fault until the next attempt.
      await waitFor(fault, async () => {
        const { status, body } = await gateway.call('s', 'whoami', {});
        expect(status).toBe(503);
        return String(body['detail']).includes(`STDIO_CGROUP cannot be divided: ${fault}`);
      });
      const { findings } = (await gateway.json('/api/doctor')).body;
      expect(findings).toContainEqual({
        title: 'Memory and processors of stdio servers cannot be bounded',
        ...{ detail, about: 'gateway', remedy: expect.stringContaining('Delegate=cpu memory') },
      });
    }
  });

  it('[sandbox-bounds] hold memory and processors of all processes together where the kernel counts them', async () => {
    const group = madeGroup();
    if (group === undefined) return refusesOthers();
    const gateway = await spawnGateway({
      env: { STDIO_CGROUP: group },
      mcpServers: {
        s: sandboxed(folder, { memoryMb: 128, cpu: 0.25 }),
        other: sandboxed(folder, { memoryMb: 512 }),
      },
    });
    await open({
      close: async () => {
        await gateway.stop();
        await waitFor('the groups to be gone', () => subgroupsOf(group).every((name) => name === 'gateway'));
        for (const name of subgroupsOf(group)) rmdirSync(`${group}/${name}`);
        rmdirSync(group);
      },
    });
    const client = await gateway.ready();
    expect(await pry(client, 'other', 'grow', { mib: 200 })).toBe('had');
    expect(Number(await pry(client, 's', 'burn', { ms: 2000 }))).toBeLessThan(60);
    expect(await pry(client, 's', 'fill', { paths: ['/tmp'], bytes: 1_048_576 })).toBe('/tmp');
    expect(await client.call('s', 'grow', { mib: 200 })).toMatchObject({
      body: { detail: expect.stringContaining('more memory than run.memoryMb allows (128 MiB)') },
    });
    // It is started anew.
    expect(await pry(client, 's', 'grow', { mib: 8 })).toBe('had');
    await waitFor('two groups', () => subgroupsOf(group).length === 2);
  });
});

/** A control group (v2) of the test's own; nothing where the kernel has none that count, or somebody else has them. */
function madeGroup(): string | undefined {
  try {
    const all = '/sys/fs/cgroup';
    if (!readFileSync(`${all}/cgroup.controllers`, 'latin1').includes('memory')) return undefined;
    const group = `${all}/gantry-test-${String(process.pid)}`;
    mkdirSync(group);
    return group;
  } catch {
    return undefined;
  }
}

async function refusesOthers(): Promise<void> {
  const env = { STDIO_CGROUP: '/sys/fs/cgroup' };
  const gateway = await open(startGateway({ env, mcpServers: { s: sandboxed(folder, { cpu: 0.25 }) } }));
  expect(await gateway.call('s', 'whoami', {})).toMatchObject({
    status: 503,
    body: { detail: expect.stringContaining('STDIO_CGROUP cannot be divided') },
  });
}

function subgroupsOf(group: string): string[] {
  return readdirSync(group, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}
