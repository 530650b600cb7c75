import { Problem } from '../../../src/kernel/problems/problem.js';
import type { CallHook } from '../../../src/upstreams/tools/gate/call-hook.js';
import { decide, ticketOf } from '../../support/clients/approvals.js';
import { closeAfterAll } from '../../support/closing.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { echo, ScriptedHttp } from '../../support/upstreams/scripted-http.js';

const open = closeAfterAll();
let gateway: TestGateway;
let upstream: ScriptedHttp;
let isShut = false;

/** Asks about every call, takes secrets out of it, and refuses some. */
const hook: CallHook = {
  methods: ['tools/call'],
  request: ({ params }) => {
    const args = params['arguments'] as Json;
    if (isShut || args['evil'] === true)
      return { kind: 'refused', problem: new Problem('tool-denied', 'Not today.') };
    if ('secret' in args) return { kind: 'changed', value: { arguments: { ...args, secret: '[redacted]' } } };
    return { kind: 'pass' };
  },
};
const asks: CallHook = { methods: ['tools/call'], request: () => ({ kind: 'ask', reason: 'It writes.' }) };

beforeAll(async () => {
  upstream = await open(ScriptedHttp.start([echo]));
  gateway = await open(startGateway({ mcpServers: { one: { url: upstream.url } }, hooks: [hook, asks] }));
});

const use = (args: Json, id?: string) =>
  gateway.call('one', 'echo', args, {}, { headers: id === undefined ? {} : { 'x-approval': id } });

describe('A call that has been approved', () => {
  it('[approvals-rules] an approved call is checked again when it runs', async () => {
    const ticket = ticketOf(await use({ n: 1 }));
    await decide(gateway, ticket, 'approve');
    isShut = true;
    expect(await use({ n: 1 }, ticket.id)).toMatchObject({ status: 403, body: { code: 'tool-denied' } });
    isShut = false;
    expect((await use({ n: 1 }, ticket.id)).status).toBe(200);
  });

  it('[approvals-rules] a call is shown and runs as rules have changed it', async () => {
    const ticket = ticketOf(await use({ secret: 'x', n: 2 }));
    const { body } = await gateway.json(`/api/approvals/${ticket.id}`);
    expect(body).toMatchObject({ arguments: { secret: '[redacted]', n: 2 }, reason: 'It writes.' });
    await decide(gateway, ticket, 'approve');
    const made = await use({ secret: 'x', n: 2 }, ticket.id);
    expect(made.body['structuredContent']).toEqual({ secret: '[redacted]', n: 2 });
  });

  it('[approvals-rules] edited arguments that the rules refuse are refused', async () => {
    const before = upstream.executions('echo');
    const ticket = ticketOf(await use({ n: 3 }));
    await decide(gateway, ticket, 'approve', { arguments: { evil: true } });
    expect(await use({ n: 3 }, ticket.id)).toMatchObject({ status: 403, body: { code: 'tool-denied' } });
    const other = ticketOf(await use({ n: 4 }));
    await decide(gateway, other, 'approve', { arguments: { secret: 'y' } });
    expect((await use({ n: 4 }, other.id)).body['structuredContent']).toEqual({ secret: '[redacted]' });
    expect(upstream.executions('echo')).toBe(before + 1);
  });
});
