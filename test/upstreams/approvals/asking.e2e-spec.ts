import { isDeepStrictEqual } from 'node:util';
import { decide, inboxOf, ticketOf } from '../../support/clients/approvals.js';
import { closeAfterAll } from '../../support/closing.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { appWith, says, type TestApp } from '../../support/clients/sdk-apps.js';
import type { TestGateway } from '../../support/gateway.js';
import { text } from '../../support/upstreams/behaviours.js';
import { echo, type ScriptedHttp } from '../../support/upstreams/scripted-http.js';
import { TestClock } from '../../support/test-clock.js';
import { waitFor } from '../../support/wait-for.js';

const open = closeAfterAll();
const clock = new TestClock();
let app: TestApp;
let gateway: TestGateway;
let upstream: ScriptedHttp;

beforeAll(async () => {
  const made = await appWith(
    open,
    { one: [echo, says('drop', 'dropped'), says('free', 'done')] },
    {
      config: { policies: { requireApproval: ['one__drop', 'one__echo'] } },
      env: { APPROVALS_WAITING_PER_CALLER: 8, APPROVALS_WAITING_PER_ACCOUNT: 12, APPROVAL_HOURS: 0.5 },
      clock,
    },
  );
  ({ app, gateway } = made);
  upstream = made.upstreams['one'] as ScriptedHttp;
});

const ways = {
  REST: (args: Json, headers: Record<string, string> = {}) =>
    app.call('shop.one', 'drop', args, {}, { headers }),
  SDK: (args: Json, headers: Record<string, string> = {}) =>
    app.json('/api/sdk/tools/call', { body: { name: 'one__drop', arguments: args }, headers }),
};
const executed = () => upstream.executions('drop');

describe.each(Object.entries(ways))('A call that needs an approval, by %s', (way, use) => {
  const args = (more: Json) => ({ way, ...more });

  it('[approvals-asked] a call waits, is shown as it will run, and runs once after its approval', async () => {
    const before = executed();
    const asked = await use(args({ n: 1, token: 'secret' }));
    const ticket = ticketOf(asked);
    expect(ticket).toMatchObject({
      id: expect.stringMatching(/^apr_/),
      url: `${gateway.url}/approvals/${ticket.id}`,
    });
    expect(Date.parse(ticket.expiresAt) - clock.now()).toBe(1_800_000);
    const { body } = await gateway.json(`/api/approvals/${ticket.id}`);
    expect(body).toMatchObject({
      ...{ id: ticket.id, status: 'waiting', tool: 'drop', server: 'shop.one', note: null, decidedBy: null },
      ...{ arguments: args({ n: 1, token: 'secret' }), caller: { kind: 'key' }, url: ticket.url },
    });
    expect(ticketOf(await use(args({ n: 1, token: 'secret' }))).id).toBe(ticket.id);
    expect(ticketOf(await use(args({ n: 1, token: 'secret' }), { 'x-approval': ticket.id })).id).toBe(
      ticket.id,
    );
    expect(await decide(gateway, ticket, 'approve', { note: 'fine' })).toMatchObject({
      status: 200,
      body: { status: 'approved', note: 'fine', decidedBy: { kind: 'user' } },
    });
    expect(await decide(gateway, ticket, 'deny')).toMatchObject({
      status: 409,
      body: { code: 'approval-decided' },
    });
    expect(executed()).toBe(before);
    // The members of an object have no order.
    const made = await use({ token: 'secret', n: 1, way }, { 'x-approval': ticket.id });
    expect(made).toMatchObject({ status: 200, body: text('dropped') });
    expect(await use(args({ n: 1, token: 'secret' }), { 'x-approval': ticket.id })).toMatchObject({
      status: 409,
      body: { code: 'approval-used' },
    });
    expect(executed()).toBe(before + 1);
    expect((await gateway.json(`/api/approvals/${ticket.id}`)).body['status']).toBe('used');
  });

  it('[approvals-idempotent] an approved call continues by its Idempotency-Key, and its result is replayed', async () => {
    const before = executed();
    const key = { 'idempotency-key': `key of ${way}` };
    const ticket = ticketOf(await use(args({ n: 6 }), key));
    expect(ticketOf(await use(args({ n: 6 }), key)).id).toBe(ticket.id);
    await decide(gateway, ticket, 'approve');
    const made = await use(args({ n: 6 }), key);
    expect(made).toMatchObject({ status: 200, body: text('dropped') });
    const again = await use(args({ n: 6 }), key);
    expect(again).toMatchObject({ status: 200, text: made.text });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(executed()).toBe(before + 1);
  });
});

describe('A call that needs an approval', () => {
  const way = 'REST';
  const use = ways[way];
  const args = (more: Json) => ({ way, ...more });

  it('[approvals-once] an approved call runs once under twenty retries at a time', async () => {
    const before = executed();
    const ticket = ticketOf(await use(args({ n: 2 })));
    await decide(gateway, ticket, 'approve');
    const retries = await Promise.all(
      Array.from({ length: 20 }, () => use(args({ n: 2 }), { 'x-approval': ticket.id })),
    );
    expect(retries.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array.from({ length: 19 }, () => 409),
    ]);
    expect(executed()).toBe(before + 1);
  });

  it('[approvals-once] twenty equal calls at a time create one approval', async () => {
    const asked = await Promise.all(Array.from({ length: 20 }, () => use(args({ n: 3 }))));
    const ids = new Set(asked.map((answer) => ticketOf(answer).id));
    expect(ids.size).toBe(1);
    for (const id of ids) await decide(gateway, { id }, 'deny');
  });

  it('[approvals-wait] a caller that waits receives the result after the approval', async () => {
    const answer = use(args({ n: 4 }), { prefer: 'respond-async, wait=60' });
    const id = await waitingFor(args({ n: 4 }));
    await decide(gateway, { id }, 'approve');
    expect(await answer).toMatchObject({ status: 200, body: text('dropped') });
    expect(ticketOf(await use(args({ n: 5 }), { prefer: 'wait=1' }))).toMatchObject({
      id: await waitingFor(args({ n: 5 })),
    });
    await decide(gateway, { id: await waitingFor(args({ n: 5 })) }, 'deny');
  });

  it('[approvals-denied] a denied call returns the note of the denial', async () => {
    const ticket = ticketOf(await use(args({ n: 7 })));
    await decide(gateway, ticket, 'deny', { note: 'Take the copy instead.' });
    const denied = await use(args({ n: 7 }), { 'x-approval': ticket.id });
    expect(denied).toMatchObject({
      status: 403,
      body: {
        code: 'approval-denied',
        note: 'Take the copy instead.',
        detail: expect.stringContaining('Take the copy instead.'),
      },
    });
  });

  it('[approvals-expired] an approval is 410 after its expiry, decided or not', async () => {
    const waiting = ticketOf(await use(args({ n: 8 })));
    const approved = ticketOf(await use(args({ n: 9 })));
    await decide(gateway, approved, 'approve');
    clock.advance(1_800_000);
    for (const [n, ticket] of [
      [8, waiting],
      [9, approved],
    ] as const) {
      expect(await use(args({ n }), { 'x-approval': ticket.id })).toMatchObject({
        status: 410,
        body: { code: 'approval-expired' },
      });
      expect((await gateway.json(`/api/approvals/${ticket.id}`)).body['status']).toBe('expired');
    }
    expect(await decide(gateway, waiting, 'approve')).toMatchObject({
      status: 410,
      body: { code: 'approval-expired' },
    });
    expect(await inboxOf(gateway)).toEqual([]);
    const anew = ticketOf(await use(args({ n: 8 })));
    expect(anew.id).not.toBe(waiting.id);
    await decide(gateway, anew, 'deny');
  });

  it('[approvals-bound] an approval is valid for its caller, tool and arguments alone', async () => {
    const ticket = ticketOf(await use(args({ n: 10 })));
    await decide(gateway, ticket, 'approve');
    const headers = { 'x-approval': ticket.id };
    expect(await use(args({ n: 11 }), headers)).toMatchObject({
      status: 403,
      body: { code: 'approval-invalid' },
    });
    const other = await app.call('shop.one', 'echo', args({ n: 10 }), {}, { headers });
    expect(other).toMatchObject({ status: 403, body: { code: 'approval-invalid' } });
    const others = await gateway.call('shop.one', 'drop', args({ n: 10 }), {}, { headers });
    expect(others).toMatchObject({ status: 404, body: { code: 'approval-not-found' } });
    expect((await use(args({ n: 10 }), headers)).status).toBe(200);
  });

  it('[approvals-edited] a call runs with the arguments that the approver edited', async () => {
    const ticket = ticketOf(await app.call('shop.one', 'echo', { way, text: 'all' }));
    const edited = await decide(gateway, ticket, 'approve', { arguments: { way, text: 'some' } });
    expect(edited.body['arguments']).toEqual({ way, text: 'some' });
    const headers = { 'x-approval': ticket.id };
    const made = await app.call('shop.one', 'echo', { way, text: 'all' }, {}, { headers });
    expect(made.status).toBe(200);
    expect(JSON.stringify(made.body)).toContain('some');
    expect(JSON.stringify(made.body)).not.toContain('all');
  });

  it('[approvals-edited] edited numbers keep their digits', async () => {
    const ticket = ticketOf(await app.call('shop.one', 'echo', { way, n: 1 }));
    const body = `{"decision":"approve","arguments":{"way":"${way}","n":90071992547409939999}}`;
    const edited = await gateway.json(`/api/approvals/${ticket.id}`, { body });
    expect(edited.text).toContain('"n":90071992547409939999');
    const headers = { 'x-approval': ticket.id };
    await app.call('shop.one', 'echo', { way, n: 1 }, {}, { headers });
    expect(upstream.requests.at(-1)?.text).toContain('"n":90071992547409939999');
  });
});

/** The id under which a call with these arguments waits. */
function waitingFor(args: Json): Promise<string> {
  return waitFor('the call to wait', async () => {
    const found = (await inboxOf(gateway)).find((one) => isDeepStrictEqual(one['arguments'], args));
    return found && String(found['id']);
  });
}

describe('A streamed call that needs an approval', () => {
  it('[approvals-stream] a stream carries the approval in an event, and the result for those who wait', async () => {
    const told = await app.stream('shop.one', 'drop', { n: 'stream' });
    await told.done;
    expect(told.events.map(({ event }) => event)).toEqual(['approval']);
    const ticket = told.events[0]?.data as { id: string };
    await decide(gateway, ticket, 'approve');
    const response = await app.fetch('/api/servers/shop.one/mcp/call', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', 'x-approval': ticket.id },
      body: JSON.stringify({ name: 'drop', arguments: { n: 'stream' } }),
    });
    expect(await response.text()).toContain('event: result');
    const waiting = app.fetch('/api/servers/shop.one/mcp/call', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', prefer: 'wait=60' },
      body: JSON.stringify({ name: 'drop', arguments: { n: 'held' } }),
    });
    await decide(gateway, { id: await waitingFor({ n: 'held' }) }, 'approve');
    expect(await (await waiting).text()).toMatch(/^event: approval\n[^]*event: result\n/);
  });
});

describe('Calls that wait', () => {
  it('[approvals-limits] waiting calls are limited for each caller and each account', async () => {
    const asked = await Promise.all(
      Array.from({ length: 9 }, (_, n) => app.call('shop.one', 'drop', { limit: n })),
    );
    const refused = asked.filter(({ status }) => status !== 202);
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatchObject({
      status: 429,
      body: { code: 'too-many-approvals', limit: 'APPROVALS_WAITING_PER_CALLER' },
    });
    const others = await Promise.all(
      Array.from({ length: 5 }, (_, n) => gateway.call('shop.one', 'drop', { limit: n })),
    );
    expect(others.filter(({ status }) => status === 202)).toHaveLength(4);
    expect(others.find(({ status }) => status === 429)?.body['limit']).toBe('APPROVALS_WAITING_PER_ACCOUNT');
    for (const { id } of (await inboxOf(gateway)) as { id: string }[]) await decide(gateway, { id }, 'deny');
  });

  it('[approvals-limits] a call that is too large to review is refused', async () => {
    const large = await app.call('shop.one', 'drop', { text: 'x'.repeat(262_144) });
    expect(large).toMatchObject({
      status: 413,
      body: { code: 'approval-too-large', limit: 'APPROVAL_MAX_BYTES' },
    });
  });

  it('[approvals-free] a call without the need for an approval creates none', async () => {
    expect((await app.use('one__free')).status).toBe(200);
    expect(await inboxOf(gateway)).toEqual([]);
  });
});
