import createClient from 'openapi-fetch';
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { paths } from '../../src/client/openapi-types.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway } from '../support/gateway.js';
import { createApp, type TestApp } from '../support/clients/sdk-apps.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { stdioServer } from '../support/upstreams/stdio.js';

const run = promisify(execFile);
const open = closeAfterAll();
const folder = temporaryFolder();
const generators = resolve('test/generated-clients/node_modules');
const heyApi = join(generators, '@hey-api/openapi-ts/dist/run.mjs');
const openApiGenerator = join(generators, '@openapitools/openapi-generator-cli/bin/openapi-generator.jar');
let shop: TestApp;

beforeAll(async () => {
  const gateway = await open(startGateway({ mcpServers: { desk: stdioServer() } }));
  shop = await createApp(gateway, 'shop', { mcpServers: { desk: { use: 'desk' } } });
});

afterAll(() => {
  folder.remove();
});

/** What each client finds out: the tools, the result of a call, the code of a failure. */
const findings = {
  tools: expect.arrayContaining(['desk__echo', 'desk__pid']),
  result: { a: 1 },
  problem: 'tool-not-found',
};

it('[generated-clients] a client of openapi-typescript calls the gateway', async () => {
  const headers = { authorization: `Bearer ${shop.token}` };
  const client = createClient<paths>({ baseUrl: shop.url, headers });
  const listed = await client.GET('/api/sdk/tools');
  const called = await client.POST('/api/sdk/tools/call', {
    body: { name: 'desk__echo', arguments: { a: 1 } },
  });
  const failed = await client.POST('/api/sdk/tools/call', { body: { name: 'desk__nothing' } });
  expect({
    tools: listed.data?.tools.flatMap((tool) => ('server' in tool ? [tool.name] : [])),
    // It may be a stream as well, whose text is not JSON.
    result: typeof called.data === 'object' ? called.data.structuredContent : undefined,
    problem: failed.error?.code,
  }).toEqual(findings);
});

const useOfHeyApi = `
import { callAppTool, listAppTools } from './client/sdk.gen.js';
declare const process: { readonly env: Record<'URL' | 'KEY', string> };
const options = { baseUrl: process.env.URL, auth: process.env.KEY };
const listed = await listAppTools(options);
const called = await callAppTool({ ...options, body: { name: 'desk__echo', arguments: { a: 1 } } });
const failed = await callAppTool({ ...options, body: { name: 'desk__nothing' } });
console.log(JSON.stringify({
  tools: listed.data?.tools.flatMap((tool) => ('server' in tool ? [tool.name] : [])),
  result: called.data?.structuredContent,
  problem: failed.error?.code,
}));
`;

it('[generated-clients] a client of @hey-api/openapi-ts compiles under strict and calls the gateway', async () => {
  if (!hasGenerator(heyApi)) return;
  const cwd = folder.file('hey-api');
  mkdirSync(cwd);
  const compilerOptions = {
    ...{ module: 'nodenext', target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'] },
    ...{ strict: true, types: [], rootDir: '.', outDir: 'built' },
  };
  writeFileSync(join(cwd, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(cwd, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  writeFileSync(join(cwd, 'use.ts'), useOfHeyApi);
  await run(process.execPath, [heyApi, '-i', resolve('openapi.json'), '-o', 'client', '--silent'], { cwd });
  const compiled = run(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', '.'], { cwd });
  expect(await compiled.catch((error: unknown) => (error as { stdout: string }).stdout)).toEqual({
    stdout: '',
    stderr: '',
  });
  const { stdout } = await run(process.execPath, ['built/use.js'], { cwd, env: environment() });
  expect(JSON.parse(stdout)).toEqual(findings);
});

it('[generated-clients] a Python client of openapi-generator calls the gateway', async () => {
  if (!hasGenerator(openApiGenerator, ['java', '-version'])) return;
  // The system's own has Debian's packages, also where another one goes before it.
  const python = ['python3', '/usr/bin/python3'].find((name) =>
    runs(name, '-c', 'import urllib3, dateutil, six, certifi'),
  );
  if (python === undefined) {
    missing('Python with urllib3, dateutil, six and certifi');
    return;
  }
  const out = folder.file('python');
  const options = ['-g', 'python', '-i', 'openapi.json', '-o', out, '--package-name', 'gantry_api'];
  await run('java', ['-jar', openApiGenerator, 'generate', ...options, '--skip-validate-spec']);
  const { stdout } = await run(python, ['test/generated-clients/client.py', out], { env: environment() });
  expect(JSON.parse(stdout)).toEqual(findings);
});

function environment(): Record<string, string> {
  return { PATH: String(process.env['PATH']), URL: shop.url, KEY: shop.token };
}

/** Whether a generator is installed, with the command that it needs. */
function hasGenerator(file: string, command?: readonly [string, ...string[]]): boolean {
  if (!existsSync(file)) return missing('npm ci --prefix test/generated-clients');
  return command === undefined || runs(...command) || missing(command[0]);
}

function runs(command: string, ...args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

/** Says loudly that something is not tested; under CI that is a failure. */
function missing(what: string): false {
  if (process.env['CI'] === 'true') throw new Error(`a generated client cannot be tested without: ${what}`);
  console.warn(`NOT TESTED: a generated client, for want of: ${what}`);
  return false;
}
