import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { Audit } from '../../src/accounts/audit/audit.service.js';
import { AuditRetention } from '../../src/accounts/audit/audit-retention.service.js';
import { AuditStore } from '../../src/accounts/audit/audit-store.port.js';
import { SinkFailure } from '../../src/accounts/audit/sink/audit-sink.port.js';
import { HttpAuditSink } from '../../src/accounts/audit/sink/http-audit-sink.adapter.js';
import { Config } from '../../src/platform/config/config.js';
import { Database } from '../../src/platform/database/database.js';
import { EgressPolicy } from '../../src/platform/egress/egress-policy.js';
import { closeAfterAll } from '../support/closing.js';
import type { GatewayClient, Json } from '../support/clients/gateway-client.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { EventCollector, parsedLines } from '../support/collectors/event-collector.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { waitFor } from '../support/wait-for.js';

const open = closeAfterAll();
let collector: EventCollector;
let gateway: TestGateway;

/** The audit log of the operator's account, oldest first. */
async function logOf(gateway: GatewayClient): Promise<Json[]> {
  const { body } = await gateway.json('/api/audit?limit=100');
  return (body['events'] as Json[]).reverse();
}

/** Something that leaves an event. */
async function happen(gateway: GatewayClient, name: string): Promise<void> {
  const { status } = await gateway.json('/api/cli/invitations', { body: { email: `${name}@example.com` } });
  expect(status).toBe(201);
}

const append = (action: string, of = gateway) => of.app.get(Audit).append({ accountId: 'acc_one', action });

beforeAll(async () => {
  collector = await open(EventCollector.start());
  gateway = await open(
    startGateway({
      env: { AUDIT_SINK: collector.url, AUDIT_SINK_HEADERS: { authorization: 'Bearer s' } },
    }),
  );
});

describe('The audit sink', () => {
  it('[sink-order] gets the log in its order as NDJSON, with account and stable id, under the headers it wants', async () => {
    for (const name of ['one', 'two', 'three']) await happen(gateway, name);
    const log = await logOf(gateway);
    const { body: me } = await gateway.json('/api/cli/auth/me');
    const { id: account } = me['account'] as Json;
    const events = () => collector.events.filter((event) => event['account'] === account);
    await waitFor('the events', () => events().length >= log.length);
    expect(events()).toEqual(log.map((event) => ({ ...event, account })));
    expect(collector.requests[0]?.headers).toMatchObject({
      'content-type': 'application/x-ndjson',
      authorization: 'Bearer s',
    });
  });

  it.each([
    [500, 'it answered 500'],
    [302, 'it answered with a redirect (302), which is not followed'],
    [404, 'it answered 404'],
    [undefined, 'it did not answer in time'],
  ])('[sink-again] has not taken events that it answers with %s', async (status, reason) => {
    const strict = await open(EventCollector.start());
    strict.status = status;
    const timeoutMs = status === undefined ? 50 : 10_000;
    const terms = { url: new URL(strict.url), headers: {}, timeoutMs };
    const sink = await open(new HttpAuditSink(terms, gateway.app.get(EgressPolicy, { strict: false })));
    const taking = sink.take(['{}\n'], new AbortController().signal);
    const failure = await taking.catch((error: unknown) => SinkFailure.from(error));
    expect(failure).toMatchObject({ message: reason });
    expect(strict.events).toEqual([]);
  });

  it('[sink-again] gets events again until it takes them; the doctor reports the outage, and requests are served', async () => {
    collector.status = 503;
    const before = collector.requests.length;
    await append('test.first');
    await append('test.second');
    const finding = async () => {
      const { body } = await gateway.json('/api/doctor');
      return (body['findings'] as Json[]).find(({ title }) => String(title).includes('audit sink'));
    };
    const found = await waitFor('the finding', finding);
    expect(String(found['detail'])).toContain(collector.url);
    expect(collector.requests.length).toBeGreaterThan(before);
    collector.status = 200;
    await waitFor('the events', () => collector.events.at(-1)?.['action'] === 'test.second');
    expect(collector.events.at(-2)).toMatchObject({ action: 'test.first' });
    expect(new Set(collector.ids).size).toBe(collector.ids.length);
    await waitFor('the end of the finding', async () => (await finding()) === undefined);
    expect(gateway.logs('audit-sink.failed')).toHaveLength(1);
    expect(gateway.logs('audit-sink.recovered')).toHaveLength(1);
  });

  it('[sink-late] gets an event whose transaction ends after that of a younger one', async () => {
    const store = gateway.app.get(AuditStore);
    const event = { at: Date.now(), accountId: 'acc_one', userId: null, tokenId: null, target: null };
    const rest = { address: null, requestId: null, details: {} };
    await store.append({ ...event, ...rest, id: 'aud_2', action: 'test.younger' });
    await waitFor('the younger', () => collector.ids.includes('aud_2'));
    await store.append({ ...event, ...rest, id: 'aud_1', action: 'test.older' });
    await waitFor('the older', () => collector.ids.includes('aud_1'));
  });

  it('[sink-retention] keeps events that the sink has not taken beyond AUDIT_DAYS, and lets go of them then', async () => {
    collector.status = 503;
    const store = gateway.app.get(AuditStore);
    const old = { at: Date.now() - 91 * 86_400_000, accountId: 'acc_old', action: 'test.old' };
    const nobody = { userId: null, tokenId: null, target: null, address: null, requestId: null };
    await store.append({ ...old, ...nobody, id: 'aud_0', details: {} });
    const kept = () => store.list({ accountId: 'acc_old' }, 10);
    await gateway.app.get(AuditRetention).sweep();
    expect(await kept()).toHaveLength(1);
    collector.status = 200;
    await waitFor('the event', () => collector.ids.includes('aud_0'));
    await waitFor('its end', async () => {
      await gateway.app.get(AuditRetention).sweep();
      return (await kept()).length === 0;
    });
    const left = await gateway.app.get(Database).manager.query<unknown[]>('SELECT id FROM audit_unsent');
    expect(left).toEqual([]);
  });

  it('[sink-file] is a file for its owner alone, made anew when it was moved away, with whole lines', async () => {
    const folder = temporaryFolder();
    await open({
      close: () => {
        folder.remove();
        return Promise.resolve();
      },
    });
    const path = folder.file('audit.ndjson');
    writeFileSync(path, '{"torn":', { mode: 0o644 });
    const toFile = await open(startGateway({ env: { AUDIT_SINK: `file:${path}` } }));
    await append('test.first', toFile);
    const text = () => readFileSync(path, 'utf8');
    await waitFor('the event', () => text().includes('test.first'));
    const [torn, ...lines] = text().split('\n');
    expect(torn).toBe('{"torn":');
    expect(parsedLines(lines.join('\n')).at(-1)).toMatchObject({ action: 'test.first', account: 'acc_one' });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    renameSync(path, folder.file('audit.old'));
    await append('test.second', toFile);
    await waitFor('the new file', () => statSync(path, { throwIfNoEntry: false })?.size);
    expect(parsedLines(text()).map(({ action }) => action)).toEqual(['test.second']);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['ftp://collector.example/', 'must be `stdout`'],
    ['http://collector.example/', 'must be https'],
    ['http://127.0.0.1.collector.example/', 'must be https'],
    ['https://user:word@collector.example/', 'must hold no user and no password'],
    ['file:', 'must name a file'],
    ['file:/nowhere/at/all/audit.ndjson', 'cannot be written to (ENOENT)'],
    ['file:/', 'must name a file'],
  ])('[sink-values] that is %s ends the start with a line that says why', (AUDIT_SINK, reason) => {
    expect(() => Config.load({ AUDIT_SINK })).toThrow(`AUDIT_SINK: ${reason}`);
  });

  it('[sink-values] cannot have headers that are none, or without an address', () => {
    const load =
      (AUDIT_SINK_HEADERS: string, AUDIT_SINK = 'https://collector.example/') =>
      () =>
        Config.load({ AUDIT_SINK, AUDIT_SINK_HEADERS });
    expect(load('authorization')).toThrow('AUDIT_SINK_HEADERS: must be `key=value');
    expect(load('content-length=1')).toThrow('content-length cannot be set');
    expect(load('a=b', 'stdout')).toThrow('AUDIT_SINK_HEADERS: needs an https address');
    expect(load('Authorization=Bearer%20s')).not.toThrow();
  });
});
