import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { personIn } from '../support/clients/apps-client.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import type { GatewayClient } from '../support/clients/gateway-client.js';
import { ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';
import { AccountUsage } from '../../src/platform/usage/account-usage.service.js';

const open = closeAfterAll();
const mebibyte = 1_048_576;
const readers = 4;
const budget = 10 * mebibyte;
const size = 6 * mebibyte;

/** Calls of `chatters` that the server has not been left alone with. */
let chattering = 0;
const big = tool('big', (exchange) => {
  exchange.result({ content: [{ type: 'text', text: 'x'.repeat(size) }] });
});
/** Tells more and more, in letters of several bytes, and never ends. */
const chatters = tool('chatters', (exchange) => {
  chattering++;
  const stream = exchange.openStream();
  const { progressToken } = exchange;
  const tell = (message: string) => {
    stream.notify('notifications/progress', { progressToken, progress: 1, message });
  };
  for (let i = 0; i < 12; i++) tell('ü'.repeat(mebibyte / 2));
  const timer = setInterval(() => {
    tell('ü');
  }, 20);
  exchange.res.on('close', () => {
    clearInterval(timer);
    chattering--;
  });
});

/** Tells as much as a connection does not take at once, when it is told to. */
let pulse: () => void = () => undefined;
const pulses = tool('pulses', (exchange) => {
  const stream = exchange.openStream();
  const { progressToken } = exchange;
  pulse = () => {
    stream.notify('notifications/progress', { progressToken, progress: 1, message: 'x'.repeat(size) });
  };
});

let upstream: ScriptedHttp;
let gateway: TestGateway;
let hoarder: GatewayClient & { readonly accountId: string };
let other: GatewayClient;

function start(writeTimeoutMs: number): Promise<TestGateway> {
  return startGateway({
    mcpServers: { s: { url: upstream.url, maxConcurrency: 500 } },
    env: {
      ...{ ACCOUNT_BACKLOG_BYTES: budget, STREAM_WRITE_TIMEOUT_MS: writeTimeoutMs },
      ...{ MAX_STREAM_BACKLOG_BYTES: 64 * mebibyte },
    },
  });
}

beforeAll(async () => {
  upstream = await open(ScriptedHttp.start([big, chatters, pulses]));
  // No reader is disconnected before the budget is used up, even on a slow machine.
  gateway = await open(start(60_000));
  hoarder = await personIn(gateway, 'hoarder');
  other = await personIn(gateway, 'other');
});

/** A connection that asks and never reads. */
async function unread(client: GatewayClient, name: string, accept: string): Promise<Socket> {
  const body = JSON.stringify({ name, _meta: { progressToken: 'p' } });
  const socket = connect(Number(new URL(client.url).port), '127.0.0.1').on('error', () => undefined);
  await open({
    close: () => {
      socket.destroy();
      return Promise.resolve();
    },
  });
  const head = [
    ...['POST /api/servers/s/mcp/call HTTP/1.1', 'Host: 127.0.0.1', `Authorization: Bearer ${client.token}`],
    ...[`Accept: ${accept}`, 'Content-Type: application/json', `Content-Length: ${String(body.length)}`],
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  return socket;
}

const waitingBytes = (of = gateway, { accountId } = hoarder) =>
  of.app.get(AccountUsage, { strict: false }).used('waitingBytes', accountId);
const metrics = async () => (await gateway.fetch('/metrics')).text();
const refusals = async () =>
  Number(/^gantry_usage_refusals_total\{limit="waitingBytes"\} (\d+)$/m.exec(await metrics())?.[1] ?? 0);

it.each(['text/event-stream', 'application/json'])(
  '[unread-budget] readers of large answers that never read are held to the budget of their account (%s)',
  async (accept) => {
    let most = 0;
    const sampling = setInterval(() => (most = Math.max(most, waitingBytes())), 1);
    const before = await refusals();
    const sockets = await Promise.all(Array.from({ length: readers }, () => unread(hoarder, 'big', accept)));
    await waitFor('a refused response', async () => (await refusals()) > before);
    const answer = await other.call('s', 'big', {});
    expect(answer.text.length).toBeGreaterThan(size);
    for (const socket of sockets) socket.destroy();
    await waitFor('all to be over', () => waitingBytes() === 0);
    clearInterval(sampling);
    expect(most).toBeLessThanOrEqual(2 * budget);
    await waitFor('all streams to be closed', async () => /^gantry_streams_open 0$/m.test(await metrics()));
  },
);

it('[unread-cut] a reader that takes nothing is cut off although more is written meanwhile, and its call is cancelled', async () => {
  const impatient = await open(start(1000));
  const reader = await personIn(impatient, 'reader');
  const sockets = await Promise.all(
    Array.from({ length: 2 }, () => unread(reader, 'chatters', 'text/event-stream')),
  );
  await waitFor('the calls', () => chattering === 2);
  await waitFor('the calls to be cancelled', () => chattering === 0);
  expect(waitingBytes(impatient, reader)).toBe(0);
  for (const socket of sockets) socket.destroy();
});

it('[unread-again] a reader that falls behind and catches up again and again leaves nothing behind', async () => {
  const most = { close: 0, drain: 0 };
  let answer: ServerResponse | undefined;
  const server = gateway.app.getHttpServer();
  server.once('request', (_, res) => (answer = res));
  const socket = await unread(hoarder, 'pulses', 'text/event-stream');
  await waitFor('the call', () => answer?.headersSent === true);
  const before = { close: answer?.listenerCount('close') ?? 0, drain: answer?.listenerCount('drain') ?? 0 };
  for (let round = 0; round < 4; round++) {
    // A connection that has grown takes more at once.
    const pulsing = setInterval(() => {
      pulse();
    }, 500);
    pulse();
    await waitFor('the reader to be behind', () => waitingBytes() > 0);
    clearInterval(pulsing);
    for (const event of ['close', 'drain'] as const)
      most[event] = Math.max(most[event], answer?.listenerCount(event) ?? 0);
    socket.resume();
    await waitFor('the reader to catch up', () => waitingBytes() === 0);
    socket.pause();
  }
  expect(most).toEqual({ close: before.close + 1, drain: before.drain + 1 });
  socket.destroy();
});
