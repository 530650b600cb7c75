import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Values } from '../../../../src/platform/config/variables.js';
import { ScriptedNpm } from '../../../support/catalog/scripted-npm.js';
import type { GatewayClient } from '../../../support/clients/gateway-client.js';
import { closeAfterEach } from '../../../support/closing.js';
import { startGateway, type TestGateway } from '../../../support/gateway.js';
import { spawnGateway } from '../../../support/processes/gateway-process.js';
import { temporaryFolder, type TemporaryFolder } from '../../../support/temporary-folder.js';
import { linesOf } from '../../../support/upstreams/stdio.js';
import { waitFor } from '../../../support/wait-for.js';

const open = closeAfterEach();
let npm: ScriptedNpm;
let packages: TemporaryFolder;

beforeEach(async () => {
  npm = await open(ScriptedNpm.start());
  packages = temporaryFolder();
  await open({
    close: () => {
      packages.remove();
      return Promise.resolve();
    },
  });
});

const pinned = (integrity: string) => ({ command: 'npx', args: ['-y', 'held@1.0.0'], integrity });

function started(integrity: string, env: Partial<Values> = {}): Promise<TestGateway> {
  const all = { NPM_REGISTRY: npm.origin, PACKAGES_DIR: packages.path, ...env };
  return open(startGateway({ env: all, mcpServers: { held: pinned(integrity) } }));
}

const isWell = async (client: GatewayClient) => (await client.call('held', 'started')).status === 200;
const again = (client: GatewayClient) => client.json('/api/servers/held/reconnect', { body: {} });
const gets = () => npm.host.asked.filter((path) => path.endsWith('.tgz')).length;
const passing = () => readdirSync(packages.path).filter((name) => name.startsWith('.'));

/** Where the package is: its folder, and its program. */
function placed(): { readonly place: string; readonly program: string } {
  const [name = ''] = readdirSync(packages.path).filter((entry) => !entry.startsWith('.'));
  const place = packages.file(name);
  return { place, program: join(place, 'files/node_modules/held/server.mjs') };
}

describe('A package that has been installed', () => {
  it.each<[string, (at: ReturnType<typeof placed>, trap: string) => void]>([
    [
      'its program',
      ({ program }, trap) => {
        const text = readFileSync(program, 'utf8');
        writeFileSync(
          program,
          text.replace('const {', `appendFileSync(${JSON.stringify(trap)}, 'x');\nconst {`),
        );
        utimesSync(program, 1, 1);
      },
    ],
    [
      'a file beside it',
      ({ place }) => {
        mkdirSync(join(place, 'files/node_modules/other'));
        writeFileSync(join(place, 'files/node_modules/other/index.js'), '');
      },
    ],
    [
      'a file that is gone',
      ({ place }) => {
        rmSync(join(place, 'files/node_modules/.package-lock.json'));
      },
    ],
    [
      'what is said of it, by somebody else',
      ({ place, program }, trap) => {
        const record = join(place, 'record.json');
        const [, text = ''] = readFileSync(record, 'utf8').split('\n');
        writeFileSync(record, `00000000.forged\n${text}`);
        appendFileSync(program, `\nappendFileSync(${JSON.stringify(trap)}, 'x');`);
      },
    ],
  ])('[package-altered] and then altered, %s, is got again and never run', async (_, alter) => {
    const gateway = await started(npm.put('held', '1.0.0'));
    expect(await isWell(gateway)).toBe(true);
    const trap = packages.file('trap');
    const before = readFileSync(placed().program, 'utf8');
    alter(placed(), trap);
    await again(gateway);
    expect(await isWell(gateway)).toBe(true);
    expect([gets(), linesOf(trap)]).toEqual([2, []]);
    expect(readFileSync(placed().program, 'utf8')).toBe(before);
    expect(passing()).toEqual([]);
  });

  it('[package-altered] and then altered does not run while its registry is away, and the operator is told', async () => {
    const starts = packages.file('starts');
    const integrity = npm.put('held', '1.0.0');
    const { args, ...rest } = pinned(integrity);
    const held = { ...rest, args: [...args, 'once'], env: { STARTS_FILE: starts } };
    const env = { NPM_REGISTRY: npm.origin, PACKAGES_DIR: packages.file('installed') };
    const gateway = await open(startGateway({ env, mcpServers: { held } }));
    const first = await gateway.call('held', 'started');
    expect({ status: first.status, text: first.text }).toEqual({
      status: 200,
      text: expect.stringContaining(starts) as string,
    });
    const [name = ''] = readdirSync(packages.file('installed'));
    appendFileSync(join(packages.file('installed'), name, 'files/node_modules/held/server.mjs'), '\n');
    npm.host.script = (_url, res) => res.destroy();
    await again(gateway);
    expect(gateway.logs('package.altered')).toMatchObject([
      { package: 'held', version: '1.0.0', file: 'node_modules/held/server.mjs' },
    ]);
    expect(gateway.logs('upstream.failed').at(-1)).toMatchObject({
      detail: expect.stringContaining('held@1.0.0 was not run') as string,
    });
    expect(linesOf(starts)).toEqual(['once']);
  });

  it('[package-altered] is the same after it was copied or touched, and nobody is asked', async () => {
    const gateway = await started(npm.put('held', '1.0.0'));
    await isWell(gateway);
    const { place, program } = placed();
    chmodSync(program, 0o600);
    cpSync(place, `${place}-copy`, { recursive: true, verbatimSymlinks: true });
    rmSync(place, { recursive: true });
    renameSync(`${place}-copy`, place);
    await again(gateway);
    expect(await isWell(gateway)).toBe(true);
    expect(gets()).toBe(1);
  });

  it('[package-altered] is not taken over by an installation with another key', async () => {
    const integrity = npm.put('held', '1.0.0');
    for (const key of ['a', 'b', 'a']) {
      const gateway = await started(integrity, { SECRET_KEY: key.repeat(64) });
      expect(await isWell(gateway)).toBe(true);
    }
    expect(gets()).toBe(2);
  });
});

describe('A package that is being installed', () => {
  it.each([
    ['bytes', { MAX_PACKAGE_BYTES: 4_194_304 }, 'MAX_PACKAGE_BYTES allows (4194304)'],
    ['files', { MAX_PACKAGE_FILES: 3 }, 'MAX_PACKAGE_FILES allows (3)'],
  ])('[package-room] with too many %s is given up, and leaves nothing', async (_, env, why) => {
    // npm itself refuses what is packed suspiciously well.
    const program = `// ${randomBytes(4_194_304).toString('hex')}`;
    const gateway = await started(npm.put('held', '1.0.0', { program }), env);
    expect((await gateway.call('held', 'started')).status).toBe(503);
    const { lastError } = (await gateway.server('held')) as {
      readonly lastError: { readonly detail: string };
    };
    expect(lastError.detail).toContain(why);
    // The gateway tries again at once, in another folder.
    await waitFor('nothing to be left', () => readdirSync(packages.path).length === 0);
  });

  it('[package-together] by two gateways at once is installed by each, and runs for both', async () => {
    const integrity = npm.put('held', '1.0.0');
    const env = { SECRET_KEY: 'k'.repeat(64) };
    const both = [await started(integrity, env), await started(integrity, env)];
    expect(await Promise.all(both.map(isWell))).toEqual([true, true]);
    expect(readdirSync(packages.path)).toHaveLength(1);
    await Promise.all(both.map(again));
    expect(await Promise.all(both.map(isWell))).toEqual([true, true]);
    expect(gets()).toBeLessThanOrEqual(2);
  });

  it('[package-killed] when the gateway is killed leaves nothing that is run, and is removed', async () => {
    const integrity = npm.put('held', '1.0.0');
    const { script } = npm.host;
    npm.host.script = (url, res, req) => {
      if (!url.pathname.endsWith('.tgz')) script(url, res, req);
    };
    const env = { NPM_REGISTRY: npm.origin, PACKAGES_DIR: packages.path, SECRET_KEY: 'k'.repeat(64) };
    const killed = await spawnGateway({ env, mcpServers: { held: pinned(integrity) } });
    await open({ close: () => killed.stop('SIGKILL').then(() => undefined) });
    const client = await killed.ready();
    const call = client.call('held', 'started').catch(() => undefined);
    await waitFor('the installation to be under way', () => gets() > 0);
    await killed.stop('SIGKILL');
    await call;
    const [left = ''] = passing();
    expect(left).not.toBe('');
    npm.host.script = script;
    utimesSync(packages.file(left), 1, 1);
    const gateway = await started(integrity, { SECRET_KEY: 'k'.repeat(64) });
    await waitFor('what was left to be gone', () => !existsSync(packages.file(left)));
    expect(await isWell(gateway)).toBe(true);
    expect(passing()).toEqual([]);
  });

  it('[package-killed] elsewhere at the same time is let be', async () => {
    mkdirSync(packages.file('.of-another'));
    const gateway = await started(npm.put('held', '1.0.0'));
    expect(await isWell(gateway)).toBe(true);
    expect(passing()).toEqual(['.of-another']);
  });
});
