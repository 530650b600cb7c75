import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { closeAfterEach } from './support/closing.js';
import { figure } from './support/figures.js';
import { spawnGateway, type GatewayProcess, type SpawnOptions } from './support/gateway-process.js';
import { p99, timesOf } from './support/latency.js';
import { residentBytes } from './support/memory.js';
import { echo, ScriptedHttp, tool, type ScriptedTool } from './support/upstreams/scripted-http.js';
import { waitFor } from './support/wait-for.js';

const open = closeAfterEach();
const mebibyte = 1_048_576;
/** 100 in `npm run test:soak`: the buffers of the system take 4 MiB of each before anything is felt here. */
const readers = Number(process.env['SLOW_READERS'] ?? 5);
const crashOnSignal = fileURLToPath(new URL('support/crash-on-signal.mjs', import.meta.url));

async function spawned(
  env: SpawnOptions['env'],
  tools: readonly ScriptedTool[] = [echo],
  nodeOptions: readonly string[] = [],
): Promise<{ gateway: GatewayProcess; upstream: ScriptedHttp }> {
  const upstream = await open(ScriptedHttp.start(tools));
  const gateway = await spawnGateway({
    ...{ mcpServers: { s: { url: upstream.url } }, nodeOptions },
    ...(env === undefined ? {} : { env }),
  });
  await open({
    close: async () => {
      await gateway.stop('SIGKILL');
    },
  });
  await gateway.ready();
  return { gateway, upstream };
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

it('[slow-readers] many streams that nobody reads are cut off, with bounded memory and nobody else delayed', async () => {
  const { gateway, upstream } = await spawned({ STREAM_WRITE_TIMEOUT_MS: '1000', MAX_CONCURRENCY: '200' }, [
    ...[echo, flood],
  ]);
  const { client } = gateway;
  await timesOf(() => client.call('s', 'echo', {}), countdown(50));
  const before = residentBytes(gateway.pid);
  const body = JSON.stringify({ name: 'flood' });
  const request = [
    'POST /api/servers/s/mcp/call HTTP/1.1',
    ...['host: localhost', `authorization: Bearer ${client.token}`, 'accept: text/event-stream'],
    ...['content-type: application/json', `content-length: ${String(body.length)}`, '', body],
  ].join('\r\n');
  const sockets = await Promise.all(Array.from({ length: readers }, () => rawSocket(gateway, request)));
  let peak = 0;
  const cutOff = () => upstream.of('tools/call').filter(({ abortedAt }) => abortedAt !== undefined).length;
  const times = await timesOf(
    () => {
      peak = Math.max(peak, residentBytes(gateway.pid));
      return client.call('s', 'echo', {});
    },
    () => cutOff() < readers,
  );
  expect(p99(times)).toBeLessThan(1000);
  expect(peak - before).toBeLessThan(600 * mebibyte);
  for (const socket of sockets) socket.destroy();
  figure('slow-readers', {
    ...{ readers, calls: times.length, 'p99 ms': Math.round(p99(times)) },
    'memory + MiB': Math.round((peak - before) / mebibyte),
  });
}, 180_000);

it('[slowloris] 500 connections that send a byte now and then delay nobody, and are closed when their time is over', async () => {
  const { gateway } = await spawned({ HEADER_TIMEOUT_MS: '3000' });
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
  figure('slowloris', { sockets: 500, calls: times.length, 'p99 ms': Math.round(p99(times)) });
});

it('[crash-log] a crash leaves a line in the log, without the credentials that hang on it', async () => {
  const { gateway } = await spawned({}, [echo], ['--import', crashOnSignal]);
  process.kill(gateway.pid, 'SIGUSR2');
  await waitFor('the end', () => gateway.child.exitCode !== null);
  expect(gateway.child.exitCode).toBe(1);
  await waitFor('the line', () => gateway.logs().some(({ event }) => event === 'process.crashed'));
  expect(gateway.output).not.toContain('c4n4ry');
});

function countdown(count: number): () => boolean {
  let left = count;
  return () => left-- > 0;
}
