import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { markdownTable } from '../../../../scripts/markdown-table.js';
import { closeAfterAll } from '../../../support/closing.js';
import type { GatewayClient, Json } from '../../../support/clients/gateway-client.js';
import { needBubblewrap } from '../../../support/needs.js';
import { findProcess, type ProcessRecord } from '../../../support/processes/processes.js';
import { spawnGateway, type GatewayProcess } from '../../../support/processes/gateway-process.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { pry, pryingServer, sandboxed } from '../../../support/upstreams/prying.js';
import { waitFor } from '../../../support/wait-for.js';
import { attacks, columns, isHeld, isRoot, kernelSays, siblingOf } from './attacks.js';

/** One server after the other tries to get at what is not its own; what each got is a table of the docs. */
const keep = closeAfterAll();
const page = 'docs/servers.md';
const [begin, end] = ['<!-- attacks: written by a test -->', '<!-- /attacks -->'];
const servers = Object.keys(columns);
const folder = temporaryFolder();
const outside = temporaryFolder();
const abstractName = `\0gantry-attack-${String(process.pid)}`;

let gateway: GatewayProcess;
let client: GatewayClient;

beforeAll(async () => {
  needBubblewrap();
  chmodSync(outside.path, 0o755);
  writeFileSync(outside.file('own.txt'), 'own', { mode: 0o600 });
  writeFileSync(outside.file('open.txt'), 'open');
  copyFileSync('/usr/bin/id', folder.file('id'));
  chmodSync(folder.file('id'), 0o4755);
  for (const path of [abstractName, outside.file('socket')]) await keep(listening(path));
  chmodSync(outside.file('socket'), 0o777);
  gateway = await spawnGateway({
    env: { SANDBOX_TASKS: '64', SANDBOX_TMP_BYTES: '1048576' },
    mcpServers: Object.fromEntries(servers.filter(isTried).flatMap(withSibling)),
  });
  await keep({ close: () => gateway.stop().then(() => undefined) });
  client = await gateway.ready();
});
afterAll(() => {
  folder.remove();
  outside.remove();
});

it('[sandbox-attacks] what a server gets at that tries is the table of the docs', async () => {
  const rows = [];
  for (const { what, of, isKnown = () => true } of attacks(await prey())) {
    const cells = [];
    for (const server of servers)
      cells.push(isTried(server) && isKnown(server) ? outcome(await of(server)) : undefined);
    rows.push([what, ...cells]);
  }
  rows.push(['lives on when the gateway is killed', ...(await survivors())]);
  const text = readFileSync(page, 'utf8');
  const written = text.slice(text.indexOf(begin) + begin.length, text.indexOf(end)).trim();
  const known = written.split('\n').slice(2).map(cellsOf);
  const all = rows.map((row, at) => row.map((cell, column) => cell ?? known[at]?.[column] ?? ''));
  const table = markdownTable([['What it tries', ...Object.values(columns)], ...all]);
  if (process.env['WRITE_DOCS'] !== undefined) writeFileSync(page, text.replace(written, table));
  else expect(written).toBe(table);
});

/** Only root changes users. */
function isTried(server: string): boolean {
  return isRoot || server !== 'as';
}

function entryOf(server: string): Json {
  if (isHeld(server)) return sandboxed(folder, server === 'cut' ? { network: 'none' } : {});
  return pryingServer(folder, server === 'as' ? { run: { as: { uid: 65_533, gid: 65_533 } } } : {});
}

function withSibling(server: string): (readonly [string, Json])[] {
  const entry = entryOf(server);
  const sibling = { ...entry, args: [...(entry['args'] as string[]), siblingOf(server)] };
  return [
    [server, entry],
    [siblingOf(server), sibling],
  ];
}

async function prey() {
  return {
    ...{ gateway, abstractName, terminal: await openTerminal() },
    setuidProgram: folder.file('id'),
    outside: (name: string) => outside.file(name),
  };
}

/** One that this user has open, as if somebody worked there. */
async function openTerminal(): Promise<string> {
  const typescript = spawn('script', ['--quiet', '--command', 'tty; sleep 1000', '/dev/null'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await keep({ close: () => Promise.resolve(void typescript.kill('SIGKILL')) });
  const [line] = (await once(typescript.stdout, 'data')) as [Buffer];
  return line.toString().trim();
}

/** As the table says it. */
function outcome(got: string): string {
  if (/^E[A-Z]+$/.test(got)) return `no (\`${got}\`)`;
  if (got.replaceAll('\0', '') === '') return 'nothing is there';
  if (got === kernelSays) return got;
  return got === 'none' ? 'no' : 'yes';
}

/** Each leaves a process behind; then nobody can end them in good order. */
async function survivors(): Promise<readonly (string | undefined)[]> {
  const tried = servers.filter(isTried);
  const seconds = (server: string) => `1${String(process.pid)}${String(servers.indexOf(server))}`;
  const find = (server: string) => processesNamed(`sleep ${seconds(server)}`);
  for (const server of tried) {
    await pry(client, server, 'linger', { seconds: seconds(server) });
    await waitFor('what it leaves behind', () => find(server).length > 0);
  }
  await gateway.stop('SIGKILL');
  await waitFor('what was in sandboxes to be gone', () => find('held').length + find('cut').length === 0);
  return servers.map((server) => {
    if (!tried.includes(server)) return undefined;
    const left = find(server);
    for (const { pid } of left) process.kill(pid, 'SIGKILL');
    return left.length > 0 ? 'yes' : 'no';
  });
}

function processesNamed(command: string): readonly ProcessRecord[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => findProcess(Number(name)))
    .filter((found) => found?.command === command && found.state !== 'Z')
    .filter((found) => found !== undefined);
}

function cellsOf(line: string): readonly string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

async function listening(path: string): Promise<{ close: () => Promise<void> }> {
  const server: Server = createServer((socket) => socket.destroy()).listen(path);
  await once(server, 'listening');
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
      }),
  };
}
