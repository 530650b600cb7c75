import { Database } from '../../src/platform/database/database.js';
import { EraVerdictStore } from '../../src/upstreams/connection/handshake/era-verdict-store.port.js';
import { EraVerdictEntity } from '../../src/upstreams/connection/handshake/era-verdict.entity.js';
import { closeAfterAll, closeAfterEach } from '../support/closing.js';
import { gatewayState, startGateway, type GatewayState, type TestGateway } from '../support/gateway.js';
import { TestClock } from '../support/test-clock.js';
import { declareServers } from '../support/upstreams/declared-servers.js';
import { ScriptedHttp } from '../support/upstreams/scripted-http.js';
import { ScriptedModern } from '../support/upstreams/scripted-modern.js';
import { linesOf, stdioServer } from '../support/upstreams/stdio.js';

const keep = closeAfterAll();
const open = closeAfterEach();
const dayMs = 24 * 3_600_000;
const clock = new TestClock();
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await keep(startGateway({ clock }));
});

/** Connects to a server that the gateway has no connection to, and calls a tool. */
async function connectAndCall(entry: object): Promise<{ status: number; protocolVersion: unknown }> {
  const declared = declareServers(gateway, { s: entry });
  const { status } = await gateway.call('s', 'echo', { a: 1 });
  const protocolVersion = (await gateway.server('s'))?.['protocolVersion'];
  await declared.close();
  return { status, protocolVersion };
}

describe('the revision that a server speaks', () => {
  it('[era-verdict] is probed once for each server and remembered over a restart of the gateway', async () => {
    const state: GatewayState = await gatewayState();
    await open({ close: () => state.remove() });
    const legacy = await open(ScriptedHttp.start());
    const modern = await open(ScriptedModern.start());
    const starts = state.folder.file('starts');
    const mcpServers = {
      ...{ legacy: { url: legacy.url }, modern: { url: modern.url } },
      stdio: stdioServer({ STARTS_FILE: starts }),
    };
    const speaks = { legacy: '2025-11-25', modern: '2026-07-28', stdio: '2025-11-25' };
    const bootAndCall = async () => {
      const own = await startGateway({ state, mcpServers });
      for (const [name, protocolVersion] of Object.entries(speaks)) {
        expect((await own.call(name, 'echo', { a: 1 })).status).toBe(200);
        expect(await own.server(name)).toMatchObject({ protocolVersion });
      }
      await own.close();
    };
    await bootAndCall();
    expect(legacy.of('server/discover')).toHaveLength(1);
    const started = linesOf(starts).length;
    expect(started).toBeLessThanOrEqual(2);
    await bootAndCall();
    expect(legacy.of('server/discover')).toHaveLength(1);
    expect(legacy.of('initialize')).toHaveLength(2);
    expect(modern.of('initialize')).toHaveLength(0);
    expect(linesOf(starts)).toHaveLength(started + 1);
  });

  it('[era-verdict] is probed again after ERA_VERDICT_HOURS', async () => {
    const upstream = await open(ScriptedHttp.start());
    const entry = { url: upstream.url };
    await connectAndCall(entry);
    clock.advance(dayMs - 60_000);
    await connectAndCall(entry);
    expect(upstream.of('server/discover')).toHaveLength(1);
    clock.advance(120_000);
    expect((await connectAndCall(entry)).status).toBe(200);
    expect(upstream.of('server/discover')).toHaveLength(2);
  });

  it('[era-verdict] is probed again with another credential, and old verdicts are removed', async () => {
    const upstream = await open(ScriptedHttp.start());
    const as = (token: string) => ({ url: upstream.url, headers: { authorization: `Bearer ${token}` } });
    await connectAndCall(as('one'));
    await connectAndCall(as('two'));
    expect(upstream.of('server/discover')).toHaveLength(2);
    await connectAndCall(as('one'));
    expect(upstream.of('server/discover')).toHaveLength(2);
    clock.advance(2 * dayMs);
    await gateway.app.get(EraVerdictStore).save('new', { era: 'modern', transport: 'http' });
    expect(await gateway.app.get(Database).manager.count(EraVerdictEntity)).toBe(1);
  });

  it('[era-verdict] is corrected when the server has moved on to 2026-07-28', async () => {
    const legacy = await ScriptedHttp.start();
    const entry = { url: legacy.url };
    expect(await connectAndCall(entry)).toMatchObject({ protocolVersion: '2025-11-25' });
    await legacy.close();
    await open(ScriptedModern.start(undefined, legacy.port));
    expect(await connectAndCall(entry)).toEqual({ status: 200, protocolVersion: '2026-07-28' });
  });

  it('[era-verdict] is corrected when the server has gone back to 2025-11-25', async () => {
    const modern = await ScriptedModern.start();
    const entry = { url: modern.url };
    expect(await connectAndCall(entry)).toMatchObject({ protocolVersion: '2026-07-28' });
    await modern.close();
    await open(ScriptedHttp.start(undefined, modern.port));
    expect(await connectAndCall(entry)).toEqual({ status: 200, protocolVersion: '2025-11-25' });
  });

  it.each([401, 403, 500, 503])('[era-verdict] is not concluded from HTTP status %s', async (status) => {
    const upstream = await open(ScriptedModern.start());
    const entry = { url: upstream.url };
    upstream.intercept = (exchange) => {
      exchange.send(status, 'no');
      return true;
    };
    expect((await connectAndCall(entry)).status).toBeGreaterThanOrEqual(502);
    upstream.intercept = undefined;
    expect(await connectAndCall(entry)).toEqual({ status: 200, protocolVersion: '2026-07-28' });
    expect(upstream.of('initialize')).toHaveLength(0);
  });
});
