import { StorageQuotas } from '../../src/platform/storage/storage-quotas.service.js';
import { decide, ticketOf } from '../support/clients/approvals.js';
import { personIn } from '../support/clients/apps-client.js';
import type { Json } from '../support/clients/gateway-client.js';
import { createApp, says, type TestApp } from '../support/clients/sdk-apps.js';
import { closeAfterAll } from '../support/closing.js';
import type { TestGateway } from '../support/gateway.js';
import { answers, text } from '../support/upstreams/behaviours.js';
import { tool } from '../support/upstreams/scripted-http.js';
import { waitFor } from '../support/wait-for.js';
import { call, doing, listen, workflowApp, Workflows } from '../support/workflows/workflow-app.js';

const kilobyte = 1000;
const quotas = {
  ...{ ACCOUNT_RUN_BYTES: 1000 * kilobyte, ACCOUNT_APPROVAL_BYTES: 60 * kilobyte },
  ...{ ACCOUNT_EVENT_BYTES: 100 * kilobyte, ACCOUNT_CALL_LOG_BYTES: 30 * kilobyte },
};
const names = ['runBytes', 'approvalBytes', 'eventBytes', 'callLogBytes', 'auditBytes', 'usageBytes'];

const times = (count: number, task: Json): Json => ({
  each: { for: { each: 'n', in: `\${ [1..${String(count)}] }` }, do: [{ one: task }] },
});
const documents = {
  large: doing([times(4, call('large'))]),
  endless: doing([
    { attempt: { try: [times(200, call('large'))], catch: { do: [{ on: { set: { caught: true } } }] } } },
  ]),
  waits: doing([{ ask: listen('go') }]),
  hears: doing([{ ask: listen('news') }]),
  small: doing([{ see: { set: { done: true } } }]),
};

const open = closeAfterAll();
let gateway: TestGateway;
let app: TestApp;
let workflows: Workflows;
/** Another account on the same gateway. */
let other: Workflows;

beforeAll(async () => {
  const made = await workflowApp(
    open,
    [tool('large', answers(text('x'.repeat(25 * kilobyte)))), says('drop', 'dropped')],
    documents,
    {
      policies: { requireApproval: ['one__drop'] },
      env: { ...quotas, WORKFLOW_MAX_RUN_BYTES: 400 * kilobyte, CALL_LOG: 'full' },
    },
  );
  ({ gateway, app, workflows } = made);
  const owner = await personIn(gateway, 'neighbour');
  const config = { workflows: { small: documents.small, waits: documents.waits } };
  other = new Workflows(await createApp(gateway, 'beside', config, owner));
});

async function limits(client = app): Promise<Readonly<Record<string, Json>>> {
  const { body } = await client.json('/api/usage/limits');
  return Object.fromEntries((body['limits'] as Json[]).map((limit) => [String(limit['name']), limit]));
}

async function used(name: string): Promise<number> {
  await gateway.app.get(StorageQuotas).sweep();
  return Number((await limits())[name]?.['used']);
}

/** Once the account is back within its quota. */
async function within(name: string, most: number): Promise<void> {
  await waitFor(`${name} to be within its quota`, async () => (await used(name)) <= most);
}

const codeOf = (run: Json) => (run['error'] as Json | undefined)?.['code'];

describe('A run', () => {
  it('[run-bytes] that writes more than WORKFLOW_MAX_RUN_BYTES fails, and its document cannot catch that', async () => {
    const run = await workflows.reaches(await workflows.start('endless'), 'failed');
    expect(codeOf(run)).toBe('run-too-large');
    expect((run['error'] as Json)['detail']).toContain('WORKFLOW_MAX_RUN_BYTES');
    const again = await workflows.post(String(run['runId']), 'retry');
    expect(again.status).toBe(202);
    expect(codeOf(await workflows.reaches(String(run['runId']), 'failed'))).toBe('run-too-large');
  });
});

describe('An account over a quota of the database', () => {
  it('[storage-runs] loses its oldest ended runs first, and open runs and those of others stay', async () => {
    const beside = await other.start('small');
    const waiting = await workflows.start('waits');
    const ids: string[] = [];
    for (let count = 0; count < 15; count++) {
      ids.push(await workflows.start('large'));
      await workflows.reaches(String(ids.at(-1)), 'completed');
      await within('runBytes', quotas.ACCOUNT_RUN_BYTES);
    }
    await within('runBytes', quotas.ACCOUNT_RUN_BYTES);
    expect((await workflows.get(`/runs/${String(ids[0])}`)).body['code']).toBe('run-not-found');
    expect((await workflows.run(String(ids.at(-1))))['status']).toBe('completed');
    expect((await workflows.run(waiting))['status']).toBe('waiting');
    expect((await other.run(beside))['status']).toBe('completed');
    await workflows.post(waiting, 'cancel');
  });

  it('[storage-runs] ends its largest open runs when they alone exceed the quota, and begins no others meanwhile', async () => {
    const input = { text: 'x'.repeat(300 * kilobyte) };
    const small = await workflows.start('waits');
    const results = [];
    for (let count = 0; count < 6; count++)
      results.push(await workflows.execute('waits', input, { mode: 'async' }));
    const refused = results.filter(({ status }) => status !== 202);
    for (const { status, body } of refused)
      expect([status, body['code'], body['limit']]).toEqual([503, 'overloaded', 'ACCOUNT_RUN_BYTES']);
    await within('runBytes', quotas.ACCOUNT_RUN_BYTES);
    const { body } = await workflows.get('/runs', '?workflow=waits&status=failed');
    const codes = (body['runs'] as Json[]).map(codeOf);
    expect([refused.length + codes.length > 0, new Set(codes).size <= 1]).toEqual([true, true]);
    expect((await workflows.run(small))['status']).toBe('waiting');
    expect((await other.execute('waits', {}, { mode: 'async' })).status).toBe(202);
    await waitFor('room for another run', async () => {
      const { status } = await workflows.execute('small');
      return status === 200;
    });
  });

  it('[storage-runs] counts the signals that its runs are sent', async () => {
    const id = await workflows.start('waits');
    const before = await used('runBytes');
    for (let count = 0; count < 3; count++)
      await workflows.post(id, 'signals/other', { data: 'x'.repeat(20 * kilobyte) });
    expect((await used('runBytes')) - before).toBeGreaterThan(60 * kilobyte);
    await workflows.post(id, 'cancel');
  });

  it('[storage-approvals] loses its oldest decided approvals, and those that wait stay', async () => {
    const drop = (n: number, size: number) => app.use('one__drop', { n, text: 'x'.repeat(size) });
    const waiting = ticketOf(await drop(0, 10));
    const tickets = [];
    for (let n = 1; n <= 12; n++) {
      const ticket = ticketOf(await drop(n, 8 * kilobyte));
      tickets.push(ticket);
      await decide(gateway, ticket, 'deny');
      await within('approvalBytes', quotas.ACCOUNT_APPROVAL_BYTES);
    }
    await within('approvalBytes', quotas.ACCOUNT_APPROVAL_BYTES);
    const statuses = await Promise.all(
      [tickets[0], tickets.at(-1), waiting].map(
        async (ticket) => (await gateway.json(`/api/approvals/${String(ticket?.id)}`)).body,
      ),
    );
    expect(statuses.map((body) => body['code'] ?? body['status'])).toEqual([
      ...['approval-not-found', 'denied', 'waiting'],
    ]);
  });

  it('[storage-approvals] asks about no further call while waiting ones use the quota up', async () => {
    const asked = await waitFor('the quota to be used up', async () => {
      const answer = await app.use('one__drop', { n: Math.random(), text: 'x'.repeat(20 * kilobyte) });
      await gateway.app.get(StorageQuotas).sweep();
      return answer.status !== 202 && answer;
    });
    expect([asked.status, asked.body['code'], asked.body['limit']]).toEqual([
      ...[503, 'overloaded', 'ACCOUNT_APPROVAL_BYTES'],
    ]);
  });

  it('[storage-calls] loses the oldest calls of its log', async () => {
    const requests: string[] = [];
    for (let count = 0; count < 6; count++) {
      const { headers } = await app.use('one__large');
      requests.push(String(headers.get('x-request-id')));
      await app.json('/api/calls');
    }
    await within('callLogBytes', quotas.ACCOUNT_CALL_LOG_BYTES);
    expect((await app.json(`/api/calls/${String(requests[0])}`)).body['code']).toBe('call-not-found');
    expect((await app.json(`/api/calls/${String(requests.at(-1))}`)).status).toBe(200);
  });

  it('[storage-events] loses its oldest delivered events', async () => {
    const send = (n: number) =>
      app.json('/api/sdk/workflows/events', {
        body: { type: 'news', data: { n, text: 'x'.repeat(20 * kilobyte) } },
      });
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++) {
      const { status, body } = await send(n);
      // Sent faster than others are removed.
      if (status === 503) expect(body['limit']).toBe('ACCOUNT_EVENT_BYTES');
      statuses.push(status);
      await within('eventBytes', quotas.ACCOUNT_EVENT_BYTES);
    }
    expect(statuses.filter((status) => status !== 503).length).toBeGreaterThan(6);
  });

  it('[storage-limits] is shown in GET /api/usage/limits, in the metrics and in the log', async () => {
    const shown = await limits();
    for (const name of names) expect(shown[name]).toMatchObject({ unit: 'bytes', used: expect.any(Number) });
    expect(shown['runBytes']).toMatchObject({ variable: 'ACCOUNT_RUN_BYTES', max: quotas.ACCOUNT_RUN_BYTES });
    const metrics = (await (await gateway.fetch('/metrics')).text())
      .split('\n')
      .filter((line) => /^gantry_(?:usage|storage)/.test(line))
      .join('\n');
    for (const limit of names) {
      expect(metrics).toMatch(new RegExp(`gantry_usage\\{limit="${limit}"\\} \\d`));
      expect(metrics).toMatch(new RegExp(`gantry_usage_largest_account\\{limit="${limit}"\\} \\d`));
    }
    expect(metrics).toMatch(/gantry_storage_removed_bytes_total\{limit="runBytes"\} [1-9]/);
    expect(metrics).toMatch(/gantry_usage_refusals_total\{limit="approvalBytes"\} [1-9]/);
    const logged = gateway.logs('storage.over-quota').map(({ limit }) => limit);
    expect(new Set(logged)).toEqual(new Set(Object.keys(quotas)));
  });
});
