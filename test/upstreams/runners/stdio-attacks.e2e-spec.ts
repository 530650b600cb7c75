import { once } from 'node:events';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { markdownTable } from '../../../scripts/markdown-table.js';
import { closeAfterAll } from '../../support/closing.js';
import type { GatewayClient, Json } from '../../support/clients/gateway-client.js';
import { needBubblewrap } from '../../support/needs.js';
import { findProcess, type ProcessRecord } from '../../support/processes/processes.js';
import { spawnGateway, type GatewayProcess } from '../../support/processes/gateway-process.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { pry, pryingServer, sandboxed } from '../../support/upstreams/prying.js';
import { waitFor } from '../../support/wait-for.js';

/** One server after the other tries to get at what is not its own; what each got is a table of the docs. */
const keep = closeAfterAll();
const page = 'docs/servers.md';
const [begin, end] = ['<!-- attacks: written by a test -->', '<!-- /attacks -->'];
const columns = { plain: 'as it is', as: '`as`', held: '`sandbox`', cut: '`sandbox`, `network` `none`' };
const servers = Object.keys(columns);
const isRoot = process.getuid?.() === 0;
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
  for (const path of [abstractName, outside.file('socket')]) await keep(listening(path));
  chmodSync(outside.file('socket'), 0o777);
  gateway = await spawnGateway({
    env: { SANDBOX_TASKS: '64', SANDBOX_TMP_BYTES: '1048576' },
    mcpServers: {
      plain: pryingServer(folder),
      ...(isRoot ? { as: pryingServer(folder, { run: { as: { uid: 65_533, gid: 65_533 } } }) } : {}),
      held: sandboxed(folder),
      cut: sandboxed(folder, { network: 'none' }),
    },
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
  for (const [what, attack] of attacks()) {
    const cells = [];
    for (const server of servers) cells.push(isKnown(server, what) ? await attack(server) : undefined);
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

const reading = 'the memory of the gateway';
const database = '`DATA_DIR`: the database';

/** What cannot be tried here: a database elsewhere has no file, only root changes users, and some kernels keep apart the programs of one user. */
function isKnown(server: string, what: string): boolean {
  if (what === database && gateway.state.database.url !== undefined) return false;
  if (isRoot) return true;
  return server !== 'as' && !(what === reading && scopeOf('/proc/sys/kernel/yama/ptrace_scope') !== '0');
}

function scopeOf(path: string): string {
  try {
    return readFileSync(path, 'latin1').trim();
  } catch {
    return '0';
  }
}

function attacks(): readonly (readonly [string, (server: string) => Promise<string>])[] {
  const { pid } = gateway;
  const trying =
    (tool: string, args: Json = {}) =>
    async (server: string) =>
      outcome(await pry(client, server, tool, args));
  const read = (path: string) => trying('read', { path });
  const state = gateway.state.folder;
  const places = ['/', '/dev', '/dev/shm', '/run', '/var', '/tmp'];
  return [
    ['variables of the gateway, `/proc/<pid>/environ`', read(`/proc/${String(pid)}/environ`)],
    ['those of what started the gateway', read(`/proc/${String(process.pid)}/environ`)],
    [reading, trying('peek', { pid })],
    ['the list of its open files', read(`/proc/${String(pid)}/fd`)],
    ['a signal to it', trying('signal', { pid })],
    ['sockets and files that the gateway has open, left to the server', trying('descriptors')],
    ['a terminal to type into', trying('terminal')],
    [database, read(state.file('gantry.sqlite'))],
    ['`mcp.json`', read(state.file('mcp.json'))],
    ['a file of the gateway’s user', read(outside.file('own.txt'))],
    ['a file that everybody may read', read(outside.file('open.txt'))],
    ['writing where only the gateway’s user may', trying('write', { path: outside.file('new.txt') })],
    ['a socket in the file system, such as Docker’s', trying('connect', { path: outside.file('socket') })],
    ['a socket without a file', trying('connect', { path: abstractName })],
    [
      'the network, that of the machine itself',
      trying('connect', { port: Number(new URL(client.url).port) }),
    ],
    ['namespaces of its own', trying('namespaces')],
    ['more than `SANDBOX_TASKS` processes', trying('tasks', { count: 100 })],
    ['more than `SANDBOX_TMP_BYTES` in a file', trying('fill', { paths: places, bytes: 2 ** 21 })],
    ['memory, without `memoryMb`', trying('grow', { mib: 64 })],
  ];
}

/** As the table says it. */
function outcome(got: string): string {
  if (/^E[A-Z]+$/.test(got)) return `no (\`${got}\`)`;
  if (got.replaceAll('\0', '') === '') return 'nothing is there';
  return got === 'none' ? 'no' : 'yes';
}

/** Each leaves a process behind; then nobody can end them in good order. */
async function survivors(): Promise<readonly (string | undefined)[]> {
  const tried = servers.filter((server) => isKnown(server, ''));
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
