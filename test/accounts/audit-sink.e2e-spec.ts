import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { Audit } from '../../src/accounts/audit/audit.service.js';
import { AuditRetention } from '../../src/accounts/audit/audit-retention.service.js';
import { AuditStore } from '../../src/accounts/audit/audit-store.port.js';
import { AuditOutbox } from '../../src/accounts/audit/sink/audit-outbox.port.js';
import { Config } from '../../src/platform/config/config.js';
import { Database } from '../../src/platform/database/database.js';
import { closeAfterEach } from '../support/closing.js';
import type { GatewayClient, Json } from '../support/clients/gateway-client.js';
import { gatewayState, startGateway, type TestGateway } from '../support/gateway.js';
import { EventCollector, parsedLines } from '../support/processes/event-collector.js';
import { spawnGateway } from '../support/processes/gateway-process.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { waitFor } from '../support/wait-for.js';

const open = closeAfterEach();

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

function append(gateway: TestGateway, action: string): Promise<void> {
  return gateway.app.get(Audit).append({ accountId: 'acc_one', action });
}

async function folderFor() {
  const folder = temporaryFolder();
  await open({
    close: async () => {
      folder.remove();
    },
  });
  return folder;
}

describe('The audit sink', () => {
  it('[sink-order] gets the log in its order as NDJSON, with account and stable id, under the headers it wants', async () => {
    const collector = await open(EventCollector.start());
    const gateway = await open(
      startGateway({ env: { AUDIT_SINK: collector.url, AUDIT_SINK_HEADERS: { authorization: 'Bearer s' } } }),
    );
    for (const name of ['one', 'two', 'three']) await happen(gateway, name);
    const log = await logOf(gateway);
    await waitFor('the events', () => collector.events.length >= log.length);
    const { body: me } = await gateway.json('/api/cli/auth/me');
    const { id: account } = me['account'] as Json;
    expect(collector.events).toEqual(log.map((event) => ({ ...event, account })));
    expect(collector.requests[0]?.headers).toMatchObject({
      'content-type': 'application/x-ndjson',
      authorization: 'Bearer s',
    });
  });

  it.each([500, 302, 404, undefined])(
    '[sink-again] that answers %s gets the same events until it takes them; the doctor says so, and calls go on',
    async (status) => {
      const collector = await open(EventCollector.start());
      collector.status = status;
      const gateway = await open(
        startGateway({ env: { AUDIT_SINK: collector.url, AUDIT_SINK_TIMEOUT_MS: 200 } }),
      );
      await append(gateway, 'test.first');
      await append(gateway, 'test.second');
      const finding = async () => {
        const { body } = await gateway.json('/api/doctor');
        return (body['findings'] as Json[]).find(({ title }) => String(title).includes('audit sink'));
      };
      const found = await waitFor('the finding', finding);
      expect(String(found['detail'])).toContain(collector.url);
      expect(collector.requests.length).toBeGreaterThan(0);
      collector.status = 200;
      await waitFor('the events', () => collector.events.length >= 2);
      expect(collector.events.map(({ action }) => action).slice(-2)).toEqual(['test.first', 'test.second']);
      expect(new Set(collector.ids).size).toBe(collector.ids.length);
      await waitFor('the end of the finding', async () => (await finding()) === undefined);
      expect(gateway.logs('audit-sink.failed')).toHaveLength(1);
      expect(gateway.logs('audit-sink.recovered')).toHaveLength(1);
    },
  );

  it('[sink-crash] loses nothing when the process is killed while the sink is away', async () => {
    const collector = await open(EventCollector.start());
    collector.status = 503;
    const state = await gatewayState();
    await open({ close: () => state.remove() });
    const start = async () => {
      const gateway = await spawnGateway({ state, env: { AUDIT_SINK: collector.url } });
      await open({ close: () => gateway.stop('SIGKILL').then(() => undefined) });
      return { gateway, client: await gateway.ready() };
    };
    const first = await start();
    for (const name of ['one', 'two']) await happen(first.client, name);
    await waitFor('a try', () => collector.requests.length > 0);
    await first.gateway.stop('SIGKILL');
    collector.status = 200;
    const second = await start();
    await happen(second.client, 'three');
    const log = await logOf(second.client);
    await waitFor('all events', () => collector.events.length >= log.length);
    expect(collector.ids).toEqual(log.map(({ id }) => id));
  });

  it('[sink-late] gets an event whose transaction ends after that of a younger one', async () => {
    const collector = await open(EventCollector.start());
    const gateway = await open(startGateway({ env: { AUDIT_SINK: collector.url } }));
    const store = gateway.app.get(AuditStore);
    const event = { at: Date.now(), accountId: 'acc_one', userId: null, tokenId: null, target: null };
    const rest = { address: null, requestId: null, details: {} };
    await store.append({ ...event, ...rest, id: 'aud_2', action: 'test.younger' });
    await waitFor('the younger', () => collector.ids.includes('aud_2'));
    await store.append({ ...event, ...rest, id: 'aud_1', action: 'test.older' });
    await waitFor('the older', () => collector.ids.includes('aud_1'));
  });

  it('[sink-one] has one process that sends, until it is gone', async () => {
    const outbox = (await open(startGateway())).app.get(AuditOutbox);
    expect(await outbox.hold('one', 1000, 2000)).toBe(true);
    expect(await outbox.hold('two', 1999, 3000)).toBe(false);
    expect(await outbox.hold('one', 1999, 3000)).toBe(true);
    expect(await outbox.hold('two', 3000, 4000)).toBe(true);
    await outbox.release('one');
    expect(await outbox.hold('one', 3500, 4500)).toBe(false);
    await outbox.release('two');
    expect(await outbox.hold('one', 3500, 4500)).toBe(true);
  });

  it('[sink-retention] keeps events that the sink has not taken beyond AUDIT_DAYS, and lets go of them then', async () => {
    const collector = await open(EventCollector.start());
    collector.status = 503;
    const gateway = await open(startGateway({ env: { AUDIT_SINK: collector.url } }));
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
    const folder = await folderFor();
    const path = folder.file('audit.ndjson');
    writeFileSync(path, '{"torn":', { mode: 0o644 });
    const gateway = await open(startGateway({ env: { AUDIT_SINK: `file:${path}` } }));
    await append(gateway, 'test.first');
    const text = () => readFileSync(path, 'utf8');
    await waitFor('the event', () => text().includes('test.first'));
    const [torn, ...lines] = text().split('\n');
    expect(torn).toBe('{"torn":');
    expect(parsedLines(lines.join('\n')).at(-1)).toMatchObject({ action: 'test.first', account: 'acc_one' });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    renameSync(path, folder.file('audit.old'));
    await append(gateway, 'test.second');
    await waitFor('the new file', () => statSync(path, { throwIfNoEntry: false })?.size);
    expect(parsedLines(text()).map(({ action }) => action)).toEqual(['test.second']);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('[sink-stdout] is standard output, among the lines of the log', async () => {
    const gateway = await spawnGateway({ env: { AUDIT_SINK: 'stdout' } });
    await open({ close: () => gateway.stop().then(() => undefined) });
    await happen(await gateway.ready(), 'one');
    const line = await waitFor('the line', () =>
      gateway.output.split('\n').find((one) => one.includes('"action":"invitation.')),
    );
    expect(JSON.parse(line)).toMatchObject({ id: expect.stringMatching(/^aud_/) as string });
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
