import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { closeAfterAll } from '../../support/closing.js';
import { figure } from '../../support/measures/figures.js';
import {
  spawnGateway,
  type GatewayProcess,
  type SpawnOptions,
} from '../../support/processes/gateway-process.js';
import { heapOnSignal, heldBytes } from '../../support/measures/held-bytes.js';
import { p99, timesOf } from '../../support/measures/latency.js';
import { residentBytes } from '../../support/measures/memory.js';
import { ownTime } from '../../support/measures/own-time.js';
import { sendsText } from '../../support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool } from '../../support/upstreams/scripted-http.js';
import { waitFor } from '../../support/wait-for.js';

const open = closeAfterAll();
const mebibyte = 1_048_576;
/** 100 in `npm run test:soak`: the buffers of the system take 4 MiB of each before anything is felt here. */
const readers = Number(process.env['SLOW_READERS'] ?? 5);
const crashOnSignal = fileURLToPath(new URL('../../support/processes/crash-on-signal.mjs', import.meta.url));

/** How long a client may take nothing, and how long it may take to send its headers. */
const timeoutMs = 1000;
let gateway: GatewayProcess;
let upstream: ScriptedHttp;

async function spawned(options: SpawnOptions): Promise<GatewayProcess> {
  const started = await spawnGateway({
    mcpServers: { s: { url: upstream.url }, unread: { url: upstream.url } },
    ...options,
  });
  await open({
    close: async () => {
      await started.stop('SIGKILL');
    },
  });
  await started.ready();
  return started;
}

/** A connection that sends `text` and never reads. */
async function rawSocket({ client }: GatewayProcess, text: string): Promise<Socket> {
  const socket = connect(Number(new URL(client.url).port), '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  socket.pause();
  socket.write(text);
  return socket;
}

/** Sends progress for as long as somebody takes it off its hands. */
const flood = tool('flood', (exchange) => {
  const stream = exchange.openStream();
  const message = 'x'.repeat(65_536);
  const timer = setInterval(() => {
    if (exchange.res.writableNeedDrain) return;
    stream.notify('notifications/progress', { progressToken: exchange.progressToken, progress: 1, message });
  }, 2 * readers);
  exchange.res.on('close', () => {
    clearInterval(timer);
  });
});

/** More than the buffers of the system accept. */
const big = tool('big', sendsText(14 * mebibyte));

beforeAll(async () => {
  upstream = await open(ScriptedHttp.start([echo, flood, big]));
  gateway = await spawned({
    env: {
      ...{ STREAM_WRITE_TIMEOUT_MS: String(timeoutMs), HEADER_TIMEOUT_MS: String(timeoutMs) },
      ...{ MAX_CONCURRENCY: '200', DRAIN_TIMEOUT_MS: '60000' },
    },
    nodeOptions: heapOnSignal,
  });
});

it('[slow-readers] many streams that nobody reads are cut off, with bounded memory and nobody else delayed', async () => {
  const { client } = gateway;
  await timesOf(() => client.call('s', 'echo', {}), countdown(50));
  const before = { resident: residentBytes(gateway.pid), held: await heldBytes(gateway) };
  const body = JSON.stringify({ name: 'flood' });
  const request = [
    'POST /api/servers/s/mcp/call HTTP/1.1',
    ...['host: localhost', `authorization: Bearer ${client.token}`, 'accept: text/event-stream'],
    ...['content-type: application/json', `content-length: ${String(body.length)}`, '', body],
  ].join('\r\n');
  const sockets = await Promise.all(Array.from({ length: readers }, () => rawSocket(gateway, request)));
  const peak = { ...before };
  const cutOff = () => upstream.of('tools/call').filter(({ abortedAt }) => abortedAt !== undefined).length;
  let isOver = false;
  const weigh = async () => {
    while (!isOver) {
      peak.held = Math.max(peak.held, await heldBytes(gateway));
      // Weighing halts the gateway: not so often that it delays the calls.
      await once(AbortSignal.timeout(500), 'abort');
    }
  };
  const weighing = weigh();
  const times = await timesOf(
    () => {
      peak.resident = Math.max(peak.resident, residentBytes(gateway.pid));
      return client.call('s', 'echo', {});
    },
    () => cutOff() < readers,
  );
  isOver = true;
  await weighing;
  for (const socket of sockets) socket.destroy();
  const [held, resident] = [peak.held - before.held, peak.resident - before.resident];
  figure('slow-readers', {
    ...{ readers, 'cut off': cutOff(), 'calls meanwhile': times.length, 'p99 ms': Math.round(p99(times)) },
    'held + MiB': Math.round(held / mebibyte),
    'memory with what V8 had not collected yet + MiB': Math.round(resident / mebibyte),
  });
  expect(p99(times)).toBeLessThan(250);
  // A megabyte waits for each reader at most; what has passed through and is not collected yet comes and goes.
  expect(held).toBeLessThan((32 + readers) * mebibyte);
  expect(resident).toBeLessThan(600 * mebibyte);
}, 180_000);

function post({ client }: GatewayProcess, path: string, accept: string, content: object): string {
  const body = JSON.stringify(content);
  return [
    `POST ${path} HTTP/1.1`,
    ...['host: localhost', `authorization: Bearer ${client.token}`, `accept: ${accept}`],
    ...['content-type: application/json', `content-length: ${String(body.length)}`, '', body],
  ].join('\r\n');
}

it('[unread-answers] a reader that is slow but takes something gets all, and the connection goes on', async () => {
  const socket = connect(Number(new URL(gateway.client.url).port), '127.0.0.1');
  await open({
    close: () => {
      socket.destroy();
      return Promise.resolve();
    },
  });
  socket.write(post(gateway, '/api/servers/s/mcp/call', 'application/json', { name: 'big' }));
  const startedAt = performance.now();
  let taken = 0;
  for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    taken += chunk.length;
    if (taken > 14 * mebibyte) break;
    await new Promise((resolve) => setTimeout(resolve, 8));
  }
  expect(performance.now() - startedAt).toBeGreaterThan(1.5 * timeoutMs);
  socket.write(post(gateway, '/api/servers/s/mcp/call', 'application/json', { name: 'echo' }));
  let answer = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>)
    if ((answer += chunk.toString('latin1')).includes('HTTP/1.1 200')) break;
  expect(answer).toContain('HTTP/1.1 200');
});

it('[unread-answers] a client that is told it was too late and does not hang up is hung up on', async () => {
  const socket = connect({
    ...{ port: Number(new URL(gateway.client.url).port), host: '127.0.0.1', allowHalfOpen: true },
  }).on('error', () => undefined);
  await open({
    close: () => {
      socket.destroy();
      return Promise.resolve();
    },
  });
  socket.write('GET / HTTP/1.1\r\n');
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
  await once(socket, 'end');
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  await waitFor('the gateway to have none of it', () => connectionsOf(gateway, socket) === 0);
});

it('[slowloris] 500 connections that send a byte now and then delay nobody, and are closed when their time is over', async () => {
  const { client } = gateway;
  await timesOf(() => client.call('s', 'echo', {}), countdown(50));
  const sockets = await Promise.all(
    Array.from({ length: 500 }, () =>
      rawSocket(gateway, 'POST /api/servers/s/mcp/call HTTP/1.1\r\nhost: localhost\r\n'),
    ),
  );
  let closed = 0;
  for (const socket of sockets)
    socket.resume().on('close', () => {
      closed++;
    });
  const dripping = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('x');
  }, 200);
  const times = await timesOf(
    () => client.call('s', 'echo', {}),
    () => closed < 500,
  );
  clearInterval(dripping);
  expect(p99(times)).toBeLessThan(250);
  figure('slowloris', {
    ...{ sockets: sockets.length, closed, calls: times.length, 'p99 ms': Math.round(p99(times)) },
  });
});

// Ends the gateway that all tests above use.
it('[unread-answers] answers that nobody takes are cut off, whole ones and the ends of streams, and the exit does not wait for them', async () => {
  const call = '/api/servers/unread/mcp/call';
  const native = '/api/servers/unread/mcp';
  const requests = [
    post(gateway, call, 'application/json', { name: 'big' }),
    post(gateway, call, 'text/event-stream', { name: 'big' }),
    post(gateway, native, 'application/json, text/event-stream', {
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: {
        name: 'big',
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 'unread', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    }).replace('\r\n', '\r\nmcp-protocol-version: 2026-07-28\r\nmcp-method: tools/call\r\nmcp-name: big\r\n'),
  ];
  const sockets = await Promise.all(requests.map((text) => rawSocket(gateway, text)));
  const ended = () =>
    gateway
      .logs()
      .filter(({ event, path }) => event === 'request.completed' && (path === call || path === native));
  await waitFor('all to be cut off', () => ended().length === requests.length);
  expect(ended().map(({ status }) => status)).toEqual([200, 200, 200]);
  // One that is still waited for when the process is to end.
  sockets.push(await rawSocket(gateway, requests[0] ?? ''));
  const startedAt = ownTime();
  expect(await gateway.stop()).toBe(0);
  expect(ownTime() - startedAt).toBeLessThan(10_000);
  for (const socket of sockets) socket.destroy();
});

it('[crash-log] a crash leaves a line in the log, without the credentials that hang on it', async () => {
  const crashing = await spawned({ nodeOptions: ['--import', crashOnSignal] });
  process.kill(crashing.pid, 'SIGUSR2');
  await waitFor('the end', () => crashing.child.exitCode !== null);
  expect(crashing.child.exitCode).toBe(1);
  await waitFor('the line', () => crashing.logs().some(({ event }) => event === 'process.crashed'));
  const found = crashing.output.split('c4n4ry').length - 1;
  expect(found).toBe(0);
  figure('crash-log', { 'bytes of log of a crash': crashing.output.length, 'canaries found there': found });
});

function countdown(count: number): () => boolean {
  let left = count;
  return () => left-- > 0;
}

/** How many descriptors the gateway holds of the connection to `socket`. */
function connectionsOf({ pid }: GatewayProcess, { localPort }: Socket): number {
  const port = (localPort ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const inodes = readFileSync('/proc/net/tcp', 'latin1')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , remote]) => remote?.endsWith(`:${port}`) === true)
    .map(([, , , , , , , , , inode]) => `socket:[${String(inode)}]`);
  return readdirSync(`/proc/${String(pid)}/fd`).filter((fd) => {
    try {
      return inodes.includes(readlinkSync(`/proc/${String(pid)}/fd/${fd}`));
    } catch {
      return false;
    }
  }).length;
}
