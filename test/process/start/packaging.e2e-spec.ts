import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway } from '../../support/gateway.js';
import { GatewayClient } from '../../support/clients/gateway-client.js';
import { builtMain } from '../../support/processes/gateway-process.js';
import { createApp, type TestApp } from '../../support/clients/sdk-apps.js';
import { foreign, hasForeign } from '../../support/foreign.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { stdioServer } from '../../support/upstreams/stdio.js';
import { waitFor } from '../../support/wait-for.js';

const run = promisify(execFile);
const open = closeAfterAll();
const folder = temporaryFolder();
const project = folder.file('project');
const tarball = folder.file('gantry.tgz');
let shop: TestApp;

interface Manifest {
  readonly files: readonly string[];
  readonly dependencies: Readonly<Record<string, string>>;
}
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;

/** Packs what `npm pack` packs, from a build that is there already. */
async function pack(): Promise<void> {
  const stage = folder.file('stage');
  cpSync(dirname(await builtMain()), join(stage, 'dist'), { recursive: true });
  for (const file of ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md', 'openapi.json'])
    cpSync(file, join(stage, file));
  await run(process.execPath, ['scripts/build-client.mjs', join(stage, 'dist')]);
  const { stdout } = await run(
    'npm',
    ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder.path],
    {
      cwd: stage,
    },
  );
  cpSync(folder.file(stdout.trim()), tarball);
}

/** A project of its own that has the package and, of its dependencies, only those named. */
async function install(dependencies: readonly string[]): Promise<void> {
  const modules = join(project, 'node_modules');
  mkdirSync(join(modules, 'gantry'), { recursive: true });
  await run('tar', ['xzf', tarball, '--strip-components=1', '-C', join(modules, 'gantry')]);
  for (const name of dependencies) link(name);
}

beforeAll(async () => {
  const gateway = await open(startGateway({ mcpServers: { desk: stdioServer() } }));
  shop = await createApp(gateway, 'shop', { mcpServers: { desk: { use: 'desk' } } });
  await pack();
  await install(['openapi-fetch', 'openapi-typescript-helpers']);
});

afterAll(() => {
  folder.remove();
});

const use = `
async function main(): Promise<void> {
  const app = await Gantry.connect({ url: String(process.env['URL']), key: String(process.env['KEY']) });
  const result = await app.tools.call('desk__echo', { a: 1 });
  const names: string[] = (await app.tools.list()).map((tool) => tool.name);
  // @ts-expect-error -- arguments are an object
  const wrong = (): unknown => app.tools.call('desk__echo', 'a');
  const problem = await app.tools.call('desk__nothing').catch((error: unknown) => error);
  console.log(JSON.stringify([result.structuredContent, names.includes('desk__echo'), problem instanceof GantryProblem && problem.code, typeof wrong]));
}
void main();
`;

it('[client-package] is used from another project as ES module and as CommonJS, with its types', async () => {
  writeFileSync(join(project, 'package.json'), '{ "name": "user", "private": true }');
  const line =
    "import { Gantry, GantryProblem } from 'gantry/client';\ndeclare const process: { env: Record<string, string | undefined> };\ndeclare const console: { log(text: string): void };\n";
  writeFileSync(join(project, 'modern.mts'), line + use);
  writeFileSync(join(project, 'classic.cts'), line + use);
  const options = [
    '--strict',
    '--skipDefaultLibCheck',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--lib',
    'es2023,dom',
  ];
  const tsc = [resolve('node_modules/typescript/bin/tsc'), ...options, 'modern.mts', 'classic.cts'];
  const compiled = await run(process.execPath, tsc, { cwd: project }).catch(
    (error: unknown) => error as { stdout: string },
  );
  expect(compiled.stdout).toBe('');
  expect(readFileSync(join(project, 'classic.cjs'), 'utf8')).toContain('require("gantry/client")');
  for (const file of ['modern.mjs', 'classic.cjs']) {
    // Without require(esm), which would hide that something is no CommonJS.
    const args = ['--no-experimental-require-module', file];
    const { stdout } = await run(process.execPath, args, {
      cwd: project,
      env: { URL: shop.url, KEY: shop.token },
    });
    expect([file, stdout]).toEqual([file, '[{"a":1},true,"tool-not-found","function"]\n']);
  }
});

it('[client-package] loads nothing of the server', () => {
  const loaded = new Set<string>();
  for (const kind of ['client', 'client-cjs'])
    for (const name of readdirSync(join(project, 'node_modules/gantry/dist', kind))) {
      if (!name.endsWith('.js')) continue;
      const text = readFileSync(join(project, 'node_modules/gantry/dist', kind, name), 'utf8');
      for (const [, from] of text.matchAll(/(?:from |require\(|import\()["']([^"']+)["']/g))
        if (!String(from).startsWith('./')) loaded.add(String(from));
    }
  expect([...loaded]).toEqual(['openapi-fetch']);
});

it('[client-package] is found right by every way to resolve packages (attw, publint)', async () => {
  if (!hasForeign) return;
  const env = { PATH: String(process.env['PATH']), HOME: folder.path };
  const attw = [
    foreign('@arethetypeswrong/cli/dist/index.js'),
    tarball,
    '--profile',
    'node16',
    '--no-emoji',
    '--no-color',
  ];
  const publint = [foreign('publint/src/cli.js'), 'run', tarball, '--strict'];
  const [types, lint] = await Promise.all(
    [attw, publint].map((args) => run(process.execPath, args, { env }).then(({ stdout }) => stdout)),
  );
  expect(types).toMatch(/node16 \(from CJS\) +│ OK \(CJS\)/);
  expect(types).toMatch(/node16 \(from ESM\) +│ OK \(ESM\)/);
  expect(lint).toContain('All good!');
});

it('[cli-package] has a command that runs with its own dependencies only, and ships no tests, sources or maps', async () => {
  const gantry = join(project, 'node_modules/gantry');
  for (const name of ['commander', 'yaml', 'jsonc-parser']) link(name);
  const bin = join(gantry, 'dist/cli/main.js');
  expect(readFileSync(bin, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  const env = {
    PATH: String(process.env['PATH']),
    HOME: folder.path,
    GANTRY_URL: shop.url,
    GANTRY_TOKEN: shop.token,
  };
  const { stdout } = await run(process.execPath, [bin, 'tools', '--search', 'echo', '--json'], {
    env,
    cwd: project,
  });
  expect(JSON.parse(stdout)).toMatchObject({ tools: [{ name: 'desk__echo' }] });
  const files = readdirSync(gantry, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(gantry, name)).isFile(),
  );
  expect(files.filter((name) => /\.map$|\.spec\.|^(src|test|bench)\//.test(name))).toEqual([]);
  expect(files).toEqual(
    expect.arrayContaining(['dist/main.js', 'dist/cli/main.js', 'openapi.json', 'LICENSE']),
  );
  const missing = Object.keys(manifest.dependencies).filter(
    (name) => !existsSync(join('node_modules', name)),
  );
  expect(missing).toEqual([]);
});

it('[package-up] has a gateway that serves from any folder, with an example server where there is none', async () => {
  for (const name of Object.keys(manifest.dependencies)) link(name);
  link('.bin');
  const here = folder.file('here');
  mkdirSync(here);
  const up = spawn(process.execPath, [join(project, 'node_modules/gantry/dist/cli/main.js'), 'up'], {
    cwd: here,
    env: { PATH: String(process.env['PATH']), HOME: folder.path, PORT: '0', LOG_FORMAT: 'json' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [up.stdout, up.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const welcome = await waitFor('the gateway to welcome', () => {
    if (up.exitCode !== null) throw new Error(output);
    return /^\{.*"event":"gateway.welcome"\}$/m.exec(output)?.[0];
  });
  const { url, key } = JSON.parse(welcome) as Record<'url' | 'key', string>;
  const client = new GatewayClient(url, key);
  expect(await client.call('everything', 'echo', { message: 'up' })).toMatchObject({
    status: 200,
    body: { content: [{ type: 'text', text: 'Echo: up' }] },
  });
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js', 'start.js'])
    expect([file, (await fetch(`${url}/docs/${file}`)).status]).toEqual([file, 200]);
  expect(readdirSync(here).sort()).toEqual(['data', 'mcp.json']);
  up.kill();
  expect(await once(up, 'exit')).toEqual([0, null]);
});

it('[dependencies-lean] production holds no compiler, and nothing wants a newer Node than the package does', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: true; devOptional?: true; engines?: { node?: string } }>;
  };
  const all = Object.entries(packages).filter(([path]) => path !== '');
  const shipped = all.filter(([, entry]) => entry.dev !== true).map(([path]) => path);
  const compilers = /node_modules\/(typescript|@swc\/core|ts-node|jest|@nestjs\/swagger|swagger-ui-dist)$/;
  expect(shipped.filter((path) => compilers.test(path))).toEqual([]);
  expect(all.filter(([, entry]) => entry.devOptional === true)).toEqual([]);
  // The least version of each alternative of `engines`: one of them must be 20.19 or older.
  const isNewer = (range: string): boolean =>
    range.split('||').every((part) => {
      const [, major = '0', minor = '0'] = /(\d+)(?:\.(\d+))?/.exec(part) ?? [];
      return Number(major) > 20 || (Number(major) === 20 && Number(minor) > 19);
    });
  const newer = all.filter(([, { engines }]) => engines?.node !== undefined && isNewer(engines.node));
  expect(newer.map(([path, { engines }]) => `${path} ${String(engines?.node)}`)).toEqual([]);
});

function link(name: string): void {
  const path = join(project, 'node_modules', name);
  mkdirSync(dirname(path), { recursive: true });
  if (!existsSync(path)) symlinkSync(resolve('node_modules', name), path);
}
