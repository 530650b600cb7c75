import { createHmac } from 'node:crypto';
import { closeAfterAll } from '../support/closing.js';
import type { Answer, Json } from '../support/clients/gateway-client.js';
import { createApp, type TestApp } from '../support/clients/sdk-apps.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { TestClock } from '../support/test-clock.js';
import { waitFor } from '../support/wait-for.js';
import { doing, workflowEnv, Workflows } from '../support/workflows/workflow-app.js';

const open = closeAfterAll();
const begin = Date.UTC(2026, 0, 15, 12);
const key = 'a secret that both know';
let clock: TestClock;
let gateway: TestGateway;
let app: TestApp;
let runs: Workflows;

beforeAll(async () => {
  clock = new TestClock(begin);
  const env = { ...workflowEnv, WEBHOOK_MAX_BYTES: 4096, WEBHOOKS_PER_MINUTE: 20, EVENT_RUNS_PER_MINUTE: 5 };
  gateway = await open(startGateway({ clock, env }));
  const needs = { schema: { document: { type: 'object', properties: { n: { type: 'integer' } } } } };
  app = await createApp(gateway, 'shop', {
    mcpServers: {},
    workflows: {
      order: doing([{ a: { set: '${ { "got": $workflow.input } }' } }]),
      strict: doing([{ a: { set: { done: true } } }], { input: needs }),
    },
  });
  runs = new Workflows(app);
  const path = '/api/cli/apps/shop/secrets/HOOK';
  expect((await gateway.json(path, { method: 'PUT', body: { value: key } })).status).toBeLessThan(300);
});

const hooksOf = (workflow: string) => `/api/sdk/workflows/${workflow}/hooks?app=shop`;

async function hook(kind?: string, workflow = 'order'): Promise<{ id: string; path: string; url: string }> {
  const body = kind === undefined ? {} : { verify: { kind, secret: '${secret:HOOK}' } };
  const made = await gateway.json(hooksOf(workflow), { body });
  expect(made.status).toBe(201);
  const url = String(made.body['url']);
  expect(url.startsWith(`${gateway.url}/hooks/`)).toBe(true);
  return { id: String(made.body['id']), url, path: new URL(url).pathname };
}

/** Sends to the address as foreign services do: without a token. */
async function send(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const sent = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: sent,
  });
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text) as Json } as Answer;
}

const mac = (text: string, secret = key) => createHmac('sha256', secret).update(text).digest('hex');
const seconds = () => String(clock.now() / 1000);

const statusOf = async (method: string, path: string): Promise<number> =>
  (await gateway.fetch(`${path}?app=greeter`, { method })).status;

describe('Triggers of workflows', () => {
  beforeAll(async () => {
    const greet = doing([{ say: { set: { hello: true } } }], { schedule: { cron: '0 7 * * *' } });
    await createApp(gateway, 'greeter', { mcpServers: {}, workflows: { greet } });
  });

  it('[interface] GET /api/sdk/workflows/{workflow}/schedule says when; POST pauses, resumes and runs it now', async () => {
    const schedule = '/api/sdk/workflows/greet/schedule';
    expect(await statusOf('GET', schedule)).toBe(200);
    expect(await statusOf('POST', `${schedule}/pause`)).toBe(200);
    expect(await statusOf('POST', `${schedule}/resume`)).toBe(200);
    expect(await statusOf('POST', `${schedule}/run-now`)).toBe(202);
  });

  it('[interface] POST /api/sdk/workflows/{workflow}/hooks makes a webhook; GET lists, DELETE removes it; POST /hooks/{secret} begins a run', async () => {
    const hooks = '/api/sdk/workflows/greet/hooks';
    const { body } = await gateway.json(`${hooks}?app=greeter`, { body: {} });
    const { pathname } = new URL(String(body['url']));
    expect(await statusOf('POST', pathname)).toBe(202);
    expect(await statusOf('GET', hooks)).toBe(200);
    expect(await statusOf('DELETE', `${hooks}/${String(body['id'])}`)).toBe(204);
    expect(await statusOf('POST', pathname)).toBe(404);
  });

  it('[interface] POST /api/sdk/workflows/events sends an event to the runs of an app', async () => {
    const answer = await gateway.json('/api/sdk/workflows/events?app=greeter', { body: { type: 'greeted' } });
    expect(answer).toMatchObject({ status: 202, body: { reached: [], began: [] } });
  });
});

describe('A webhook', () => {
  it('[triggers-hooks] begins its workflow with what is sent there, as the app, and says so', async () => {
    const { id, url } = await hook();
    const { status, body } = await send(url, { order: 7 }, { 'webhook-id': 'msg_1' });
    expect(status).toBe(202);
    const run = await runs.reaches(String(body['runId']), 'completed');
    expect(run).toMatchObject({
      output: { got: { order: 7 } },
      startedBy: { kind: 'webhook', hookId: id, delivery: 'msg_1', tokenId: app.id },
    });
    const form = await send(url, 'text=hello&n=1', { 'content-type': 'application/x-www-form-urlencoded' });
    expect(await runs.reaches(String(form.body['runId']), 'completed')).toMatchObject({
      input: { text: 'hello', n: '1' },
    });
    const { body: listed } = await gateway.json(hooksOf('order'));
    expect(listed['hooks']).toMatchObject([{ id, workflow: 'order' }]);
    expect(JSON.stringify(listed)).not.toContain(url.slice(-20));
  });

  it('[triggers-deliveries] begins one run for a delivery, however often and at once it is sent', async () => {
    const { url } = await hook();
    const other = await hook();
    const sent = await Promise.all([1, 2, 3, 4].map(() => send(url, { n: 1 }, { 'webhook-id': 'again' })));
    expect(new Set(sent.map(({ body }) => body['runId'])).size).toBe(1);
    expect(sent.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
    const elsewhere = await send(other.url, { n: 1 }, { 'webhook-id': 'again' });
    const unnamed = [await send(url, { n: 1 }), await send(url, { n: 1 })];
    const ids = [...sent, elsewhere, ...unnamed].map(({ body }) => body['runId']);
    expect(new Set(ids).size).toBe(4);
  });

  it('[triggers-signatures] takes what GitHub, Slack, Stripe or anybody with the secret has signed, and nothing else', async () => {
    const text = JSON.stringify({ id: 'evt_1', event_id: 'Ev1', n: 1 });
    const signed: Readonly<Record<string, (body: string, secret?: string) => Record<string, string>>> = {
      github: (body, secret) => ({
        'x-hub-signature-256': `sha256=${mac(body, secret)}`,
        'x-github-delivery': '72d3162e',
      }),
      'hmac-sha256': (body, secret) => ({ 'x-signature': mac(body, secret), 'webhook-id': 'msg_2' }),
      slack: (body, secret) => ({
        'x-slack-request-timestamp': seconds(),
        'x-slack-signature': `v0=${mac(`v0:${seconds()}:${body}`, secret)}`,
      }),
      stripe: (body, secret) => ({
        'stripe-signature': `t=${seconds()},v1=${mac('x')},v1=${mac(`${seconds()}.${body}`, secret)},v0=1`,
      }),
    };
    for (const [kind, sign] of Object.entries(signed)) {
      const { url } = await hook(kind);
      const good = sign(text);
      const first = await send(url, text, good);
      expect([kind, first.status]).toEqual([kind, 202]);
      expect((await send(url, text, good)).body['runId']).toBe(first.body['runId']);
      for (const wrong of [
        await send(url, text),
        await send(url, `${text} `, good),
        await send(url, text, sign(text, 'another secret')),
        await send(url, text, {
          ...good,
          'x-slack-request-timestamp': 'x',
          'stripe-signature': 't=1',
          'x-signature': '',
          'x-hub-signature-256': 'sha256=',
        }),
      ])
        expect([kind, wrong.status, wrong.body['code']]).toEqual([kind, 403, 'webhook-signature-invalid']);
    }
  });

  it('[triggers-replays] refuses what Slack or Stripe signed more than five minutes ago', async () => {
    const slack = await hook('slack');
    const text = '{"a":1}';
    const headers = {
      'x-slack-request-timestamp': seconds(),
      'x-slack-signature': `v0=${mac(`v0:${seconds()}:${text}`)}`,
    };
    const first = await send(slack.url, text, headers);
    expect((await send(slack.url, text, headers)).body['runId']).toBe(first.body['runId']);
    clock.advance(301_000);
    expect((await send(slack.url, text, headers)).status).toBe(403);
    const asking = (challenge: unknown) => JSON.stringify({ type: 'url_verification', challenge });
    for (const [challenge, answer] of [
      ['3eZb', '3eZb'],
      [{ toString: 1 }, ''],
    ]) {
      const asked = await send(slack.url, asking(challenge), {
        'x-slack-request-timestamp': seconds(),
        'x-slack-signature': `v0=${mac(`v0:${seconds()}:${asking(challenge)}`)}`,
      });
      expect([asked.status, asked.body]).toEqual([200, { challenge: answer }]);
    }
    expect((await send(slack.url, asking('3eZb'))).status).toBe(403);
  });

  it('[triggers-replays] takes what was signed once for one delivery, however the signature is written', async () => {
    const text = '{"a":2}';
    const [slack, stripe] = [await hook('slack'), await hook('stripe')];
    const at = { 'x-slack-request-timestamp': seconds() };
    const ofSlack = mac(`v0:${seconds()}:${text}`);
    const inBase64 = Buffer.from(ofSlack, 'hex').toString('base64');
    const ofStripe = `t=${seconds()},v1=${mac(`${seconds()}.${text}`)}`;
    const sent = [
      ...[ofSlack, ofSlack.toUpperCase(), inBase64].map((signature) =>
        send(slack.url, text, { ...at, 'x-slack-signature': `v0=${signature}` }),
      ),
      ...[ofStripe, `${ofStripe},v0=1`, `v1=x,${ofStripe}`].map((signature) =>
        send(stripe.url, text, { 'stripe-signature': signature }),
      ),
    ];
    const ids = (await Promise.all(sent)).map(({ body }) => body['runId']);
    expect([new Set(ids.slice(0, 3)).size, new Set(ids.slice(3)).size]).toEqual([1, 1]);
    expect(ids).not.toContain(undefined);
  });

  it.each(['github', 'hmac-sha256'])(
    '[triggers-signed-bodies] takes a body that was signed for %s once, whatever its delivery is called',
    async (kind) => {
      const { url } = await hook(kind);
      const text = JSON.stringify({ pay: kind });
      const signature = { 'x-hub-signature-256': `sha256=${mac(text)}` };
      const called = (name: string) => send(url, text, { ...signature, 'x-github-delivery': name });
      const first = await called('first');
      const replays = await Promise.all([called('second'), called('third'), send(url, text, signature)]);
      expect(replays.map(({ status, body }) => [status, body['runId']])).toEqual(
        replays.map(() => [202, first.body['runId']]),
      );
      const other = JSON.stringify({ pay: 'another' });
      const next = await send(url, other, { 'x-hub-signature-256': `sha256=${mac(other)}` });
      expect(next.body['runId']).not.toBe(first.body['runId']);
    },
  );

  it('[triggers-hook-bounds] is sent only so much and so often, and what fits its workflow', async () => {
    const { url } = await hook();
    const strict = await hook(undefined, 'strict');
    expect((await send(strict.url, { n: 'one' })).body['code']).toBe('invalid-request');
    expect((await send(url, { text: 'x'.repeat(5000) })).body).toMatchObject({
      code: 'body-too-large',
      limit: 'WEBHOOK_MAX_BYTES',
      instance: '/hooks/[secret]',
    });
    expect((await send(url, '{"a":', {})).body['code']).toBe('malformed-json');
    expect((await send(url, 'a', { 'content-type': 'text/plain' })).body['code']).toBe(
      'unsupported-media-type',
    );
    const flood = await Promise.all(Array.from({ length: 30 }, () => send(url, 'no json')));
    const refused = flood.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(10);
    expect(refused[0]?.body).toMatchObject({ code: 'rate-limited', limit: 'WEBHOOKS_PER_MINUTE' });
    expect((await send(`${gateway.url}/hooks/unknown`, {})).body['code']).toBe('hook-not-found');
  });

  it('[triggers-hook-secrets] keeps its secret nowhere, is made by people who may change the app, and ends when it is removed', async () => {
    const { id, url } = await hook();
    const secret = url.slice(url.lastIndexOf('/') + 1);
    await send(url, {});
    expect(JSON.stringify(gateway.logs())).not.toContain(secret);
    expect(JSON.stringify((await gateway.json('/api/cli/audit')).body)).not.toContain(secret);
    expect((await app.json(hooksOf('order'), { body: {} })).status).toBe(403);
    const unknown = { verify: { kind: 'github', secret: '${secret:NONE}' } };
    expect((await gateway.json(hooksOf('order'), { body: unknown })).body['errors']).toMatchObject([
      { pointer: '/verify/secret' },
    ]);
    expect((await gateway.json(hooksOf('none'), { body: {} })).body['code']).toBe('workflow-not-found');
    const one = `/api/sdk/workflows/order/hooks/${id}?app=shop`;
    expect((await gateway.fetch(one, { method: 'DELETE' })).status).toBe(204);
    expect((await gateway.json(one, { method: 'DELETE' })).body['code']).toBe('hook-not-found');
    expect((await send(url, {})).body['code']).toBe('hook-not-found');
    await app.configure({ mcpServers: {}, workflows: {} });
    const left = await gateway.json(hooksOf('order'));
    expect((left.body['hooks'] as Json[]).length).toBeGreaterThan(0);
  });
});

it('[events-emit-rate] begins no more runs by what runs emit than an account may begin in a minute', async () => {
  const emit = { emit: { event: { with: { type: 'ping', source: 'https://shop.example' } } } };
  const schedule = { on: { one: { with: { type: 'ping' } } } };
  const twice = doing([{ one: emit }, { two: emit }], { schedule });
  const many = new Workflows(await createApp(gateway, 'many', { mcpServers: {}, workflows: { twice } }));
  await many.client.json('/api/sdk/workflows/events', { body: { type: 'ping' } });
  const state = await waitFor('all events to be handed out', async () => {
    const { body } = await many.client.json('/api/sdk/workflows/twice/schedule');
    return Number(body['skipped']) >= 7 && body;
  });
  // The first begins one run, and of the two events that each emits five begin one.
  expect(state).toMatchObject({ skipped: 7, problem: { code: 'rate-limited' } });
  expect((await many.get('/runs', '?workflow=twice')).body['runs']).toHaveLength(6);
});
