import type { ServerResponse } from 'node:http';
import { AccountUsage } from '../../src/platform/usage/account-usage.service.js';
import { personIn } from '../support/clients/apps-client.js';
import type { GatewayClient } from '../support/clients/gateway-client.js';
import { NativeClient, errorOf } from '../support/clients/native-client.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';

const open = closeAfterAll();
const part = 'x'.repeat(400_000);
/** Answers of which all but the end has been sent. */
const unended: { readonly res: ServerResponse; readonly end: string }[] = [];

/** Sends most of an answer, and the rest when the test says so. */
const halves = (name: string, type: string, before: string, after: string) =>
  tool(name, ({ res, id }) => {
    res.writeHead(200, { 'content-type': type });
    res.write(
      `${before}{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":[{"type":"text","text":"${part}`,
    );
    unended.push({ res, end: `"}]}}${after}` });
  });

let gateway: TestGateway;
let one: GatewayClient & { readonly accountId: string };
let other: GatewayClient;

beforeAll(async () => {
  const tools = [
    halves('plain', 'application/json', '', ''),
    halves('streamed', 'text/event-stream', 'data: ', '\n\n'),
  ];
  const upstream = await open(ScriptedHttp.start(tools));
  gateway = await open(
    startGateway({
      env: { ACCOUNT_ANSWER_BYTES: 900_000 },
      mcpServers: { s: { url: upstream.url } },
    }),
  );
  one = await personIn(gateway, 'one');
  other = await personIn(gateway, 'other');
});

const held = () => gateway.app.get(AccountUsage, { strict: false }).used('answerBytes', one.accountId);
const native = async (client: GatewayClient) => {
  const session = new NativeClient(`${gateway.url}/api/servers/s/mcp`, client.token);
  await session.initialize();
  return session;
};

it.each(['plain', 'streamed'])(
  '[answer-room] answers that are read at once have a budget of their account: %s',
  async (name) => {
    await other.mcp('s', 'tools');
    const begun = [one.call('s', name), one.call('s', name)];
    await waitFor('two answers', () => held() > 650_000);
    const third = await one.call('s', name);
    expect([third.status, third.body['code']]).toEqual([502, 'upstream-response-too-large']);
    expect(third.body['detail']).toContain('ACCOUNT_ANSWER_BYTES');
    begun.push(other.call('s', name));
    await waitFor('the answer of somebody else', () => unended.length === 4);
    for (const { res, end } of unended.splice(0)) res.end(end);
    expect((await Promise.all(begun)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(held()).toBe(0);
  },
);

it('[answer-room] those of native sessions too, and one that the caller leaves gives back what it took', async () => {
  const session = await native(one);
  const params = { name: 'plain', arguments: {} };
  const leaving = new AbortController();
  const left = [1, 2].map(() =>
    one.stream('s', 'plain', {}, { signal: leaving.signal }).catch(() => undefined),
  );
  await waitFor('two answers', () => held() > 650_000);
  expect(errorOf(await session.request('tools/call', params))).toMatchObject({
    data: { code: 'upstream-response-too-large' },
  });
  leaving.abort();
  await Promise.all(left);
  await waitFor('the room to be given back', () => held() === 0);
  const again = session.request('tools/call', params);
  await waitFor('the answer', () => held() > 300_000);
  for (const { res, end } of unended.splice(0)) res.end(end);
  expect(errorOf(await again)).toBeUndefined();
});
