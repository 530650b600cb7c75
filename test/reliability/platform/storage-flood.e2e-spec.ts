import { statSync } from 'node:fs';
import { decide, ticketOf } from '../../support/clients/approvals.js';
import { personIn } from '../../support/clients/apps-client.js';
import type { GatewayClient, Json } from '../../support/clients/gateway-client.js';
import { createApp, type TestApp } from '../../support/clients/sdk-apps.js';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { figure } from '../../support/measures/figures.js';
import { latencyOf, shown } from '../../support/measures/latency.js';
import { answers, text } from '../../support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool } from '../../support/upstreams/scripted-http.js';
import { call, doing, Workflows } from '../../support/workflows/workflow-app.js';

const mebibyte = 1_048_576;
const quotas = { ACCOUNT_RUN_BYTES: 24 * mebibyte, ACCOUNT_APPROVAL_BYTES: 8 * mebibyte };
/** Quotas may be exceeded by a quarter while rows are removed; indexes, the log of SQLite and free pages are beside that. */
const mostFile = 1.6 * (quotas.ACCOUNT_RUN_BYTES + quotas.ACCOUNT_APPROVAL_BYTES);
/** What the account writes in each half of the flood, at least. */
const written = 2 * (quotas.ACCOUNT_RUN_BYTES + quotas.ACCOUNT_APPROVAL_BYTES);
const argumentBytes = 150_000;
const resultBytes = 60_000;

const documents = {
  loops: doing([{ each: { for: { each: 'n', in: '${ [1..5000] }' }, do: [{ one: call('large') }] } }]),
  greets: doing([{ say: call('echo', { text: 'hello' }) }]),
};

const open = closeAfterAll();
let gateway: TestGateway;
let upstream: ScriptedHttp;

beforeAll(async () => {
  upstream = await open(
    ScriptedHttp.start([
      echo,
      tool('large', answers(text('x'.repeat(resultBytes)))),
      tool('drop', answers(text('ok'))),
    ]),
  );
  gateway = await open(
    startGateway({
      env: { ...quotas, WORKFLOW_MAX_RUN_BYTES: 4 * mebibyte, CALL_LOG: 'meta' },
      mcpServers: { one: { url: upstream.url } },
    }),
  );
});

async function appOf(slug: string, account: string): Promise<{ app: TestApp; owner: GatewayClient }> {
  const owner = await personIn(gateway, account);
  const config = {
    mcpServers: { one: { use: 'one' } },
    workflows: documents,
    policies: { requireApproval: ['one__drop'] },
  };
  return { app: await createApp(gateway, slug, config, owner), owner };
}

function fileBytes(): number {
  const file = gateway.state.folder.file('gantry.sqlite');
  return ['', '-wal'].reduce(
    (sum, end) => sum + (statSync(`${file}${end}`, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}

it('[storage-flood] a run in a loop and denied approvals of a member leave the file bounded, and rows of others untouched', async () => {
  const mine = await appOf('mine', 'calm');
  const theirs = await appOf('theirs', 'flooding');
  const workflows = new Workflows(mine.app);
  const kept = await workflows.execute('greets');
  expect(kept.body['status']).toBe('completed');
  const ticket = ticketOf(await mine.app.use('one__drop', { n: 1 }));
  const latency = () =>
    latencyOf(40, async () => {
      expect((await mine.app.use('one__echo', { text: 'hi' })).status).toBe(200);
    });
  const alone = await latency();

  let isOver = false;
  let approvals = 0;
  const loop = async () => {
    const flooding = new Workflows(theirs.app);
    while (!isOver) {
      const { status, body } = await flooding.execute('loops', {}, { mode: 'async' });
      if (status === 202) await flooding.reaches(String(body['runId']), 'failed', 120_000);
    }
  };
  const deny = async () => {
    while (!isOver) {
      const args = { n: ++approvals, text: 'x'.repeat(argumentBytes) };
      const asked = await theirs.app.use('one__drop', args);
      if (asked.status === 202) await decide(theirs.owner, ticketOf(asked), 'deny');
      else expect(asked.body['limit']).toBe('ACCOUNT_APPROVAL_BYTES');
    }
  };
  const bytesWritten = () => upstream.executions('large') * resultBytes + approvals * argumentBytes;
  const half = async (until: number) => {
    let most = 0;
    while (bytesWritten() < until) {
      most = Math.max(most, fileBytes());
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return most;
  };
  const flood = Promise.all([loop(), loop(), deny()]);
  const [first, beside] = await Promise.all([half(written), latency()]);
  const second = await half(2 * written);
  isOver = true;
  await flood;

  figure('storage-flood', {
    written: bytesWritten(),
    first,
    second,
    alone: shown(alone),
    beside: shown(beside),
  });
  expect(first).toBeLessThan(mostFile);
  expect(second).toBeLessThan(mostFile);
  const { body } = await mine.app.json(`/api/approvals/${ticket.id}`);
  expect(body['status']).toBe('waiting');
  expect((await workflows.run(String(kept.body['runId'])))['status']).toBe('completed');
  const { body: calls } = await mine.app.json('/api/calls?limit=200');
  expect((calls['calls'] as Json[]).length).toBeGreaterThanOrEqual(82);
}, 300_000);
