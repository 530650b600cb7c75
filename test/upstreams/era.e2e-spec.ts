import { SystemClock } from '../../src/kernel/pacing/clock.js';
import { Database } from '../../src/platform/database/database.js';
import { EraVerdictStore } from '../../src/upstreams/connection/handshake/era-verdict-store.port.js';
import { EraVerdictEntity } from '../../src/upstreams/connection/handshake/era-verdict.entity.js';
import { closeAfterEach } from '../support/closing.js';
import { gatewayState, startGateway, type GatewayOptions, type GatewayState } from '../support/gateway.js';
import { timed } from '../support/measures/timed.js';
import { NpmHttpServer } from '../support/upstreams/npm-servers.js';
import { ScriptedHttp } from '../support/upstreams/scripted-http.js';
import { ScriptedModern } from '../support/upstreams/scripted-modern.js';
import { linesOf, sdkStdio, stdioServer } from '../support/upstreams/stdio.js';

timed();

const open = closeAfterEach();
const dayMs = 24 * 3_600_000;
let state: GatewayState;

beforeEach(async () => {
  state = await gatewayState();
});

afterEach(async () => {
  await state.remove();
});

/** Runs a gateway on the kept state, makes one call and stops it. */
async function bootAndCall(
  entry: object,
  at = 0,
  env: GatewayOptions['env'] = {},
): Promise<{ status: number; protocolVersion: unknown }> {
  const clock = new ShiftedClock(at);
  const gateway = await startGateway({ state, mcpServers: { s: entry }, clock, env });
  try {
    const { status } = await gateway.call('s', 'echo', { a: 1 });
    return { status, protocolVersion: (await gateway.server('s'))?.['protocolVersion'] };
  } finally {
    await gateway.close();
  }
}

class ShiftedClock extends SystemClock {
  constructor(private readonly by: number) {
    super();
  }

  override now(): number {
    return super.now() + this.by;
  }
}

describe('which revision a server speaks', () => {
  it('[era-verdict] is asked once and remembered over restarts (2025-11-25)', async () => {
    const upstream = await open(ScriptedHttp.start());
    const entry = { url: upstream.url };
    expect(await bootAndCall(entry)).toEqual({ status: 200, protocolVersion: '2025-11-25' });
    expect(upstream.of('server/discover')).toHaveLength(1);
    expect(await bootAndCall(entry)).toEqual({ status: 200, protocolVersion: '2025-11-25' });
    expect(upstream.of('server/discover')).toHaveLength(1);
    expect(upstream.of('initialize')).toHaveLength(2);
  });

  it('[era-verdict] is asked once and remembered over restarts (2026-07-28)', async () => {
    const upstream = await open(ScriptedModern.start());
    const entry = { url: upstream.url };
    expect(await bootAndCall(entry)).toEqual({ status: 200, protocolVersion: '2026-07-28' });
    expect(await bootAndCall(entry)).toEqual({ status: 200, protocolVersion: '2026-07-28' });
    expect(upstream.of('initialize')).toHaveLength(0);
  });

  it('[era-verdict] is remembered for a stdio server, which is then started once', async () => {
    const starts = state.folder.file('starts');
    const entry = stdioServer({ STARTS_FILE: starts });
    expect((await bootAndCall(entry)).status).toBe(200);
    const first = linesOf(starts).length;
    expect(first).toBeLessThanOrEqual(2);
    expect((await bootAndCall(entry)).status).toBe(200);
    expect(linesOf(starts)).toHaveLength(first + 1);
  });

  it('[era-verdict] is asked again after ERA_VERDICT_HOURS', async () => {
    const upstream = await open(ScriptedHttp.start());
    const entry = { url: upstream.url };
    await bootAndCall(entry);
    expect((await bootAndCall(entry, dayMs + 60_000)).status).toBe(200);
    expect(upstream.of('server/discover')).toHaveLength(2);
  });

  it('[era-verdict] is asked again with another credential, and old answers are not kept', async () => {
    const upstream = await open(ScriptedHttp.start());
    const as = (token: string) => ({ url: upstream.url, headers: { authorization: `Bearer ${token}` } });
    await bootAndCall(as('one'));
    await bootAndCall(as('two'));
    expect(upstream.of('server/discover')).toHaveLength(2);
    await bootAndCall(as('one'));
    expect(upstream.of('server/discover')).toHaveLength(2);
    const gateway = await open(startGateway({ state, mcpServers: {}, clock: new ShiftedClock(2 * dayMs) }));
    const verdicts = gateway.app.get(EraVerdictStore);
    await verdicts.save('new', { era: 'modern', transport: 'http' });
    const rows = await gateway.app.get(Database).manager.count(EraVerdictEntity);
    expect(rows).toBe(1);
  });

  it('[era-verdict] is corrected when the server has moved on to 2026-07-28', async () => {
    const legacy = await ScriptedHttp.start();
    const entry = { url: legacy.url };
    expect(await bootAndCall(entry)).toMatchObject({ protocolVersion: '2025-11-25' });
    await legacy.close();
    await open(ScriptedModern.start(undefined, legacy.port));
    expect(await bootAndCall(entry)).toEqual({ status: 200, protocolVersion: '2026-07-28' });
  });

  it('[era-verdict] is corrected when the server has gone back to 2025-11-25', async () => {
    const modern = await ScriptedModern.start();
    const entry = { url: modern.url };
    expect(await bootAndCall(entry)).toMatchObject({ protocolVersion: '2026-07-28' });
    await modern.close();
    await open(ScriptedHttp.start(undefined, modern.port));
    expect(await bootAndCall(entry)).toEqual({ status: 200, protocolVersion: '2025-11-25' });
  });

  it.each([401, 403, 500, 503])('[era-verdict] is not concluded from a %s', async (status) => {
    const upstream = await open(ScriptedModern.start());
    const entry = { url: upstream.url };
    upstream.intercept = (exchange) => {
      exchange.send(status, 'no');
      return true;
    };
    expect((await bootAndCall(entry)).status).toBeGreaterThanOrEqual(502);
    upstream.intercept = undefined;
    expect(await bootAndCall(entry)).toEqual({ status: 200, protocolVersion: '2026-07-28' });
    expect(upstream.of('initialize')).toHaveLength(0);
  });
});

describe('a process that is slow to start', () => {
  /** A process that is up may be silent for half of this. */
  const env = { START_TIMEOUT_MS: 8000 };
  const slow = '4600';

  it('[slow-start-era] is reached when it speaks 2026-07-28 only', async () => {
    const entry = sdkStdio({ START_MS: slow, LEGACY: 'reject' });
    expect(await bootAndCall(entry, 0, env)).toEqual({ status: 200, protocolVersion: '2026-07-28' });
  });

  it('[slow-start-era] is not taken for an older one', async () => {
    const entry = sdkStdio({ START_MS: slow, LEGACY: 'serve' });
    expect(await bootAndCall(entry, 0, env)).toEqual({ status: 200, protocolVersion: '2026-07-28' });
  });

  it('[slow-start-era] is no verdict when it was silent', async () => {
    const entry = stdioServer({ SHY: '1' });
    const verdicts = async () => {
      const gateway = await startGateway({ state, mcpServers: {} });
      const found = await gateway.app.get(Database).manager.find(EraVerdictEntity);
      await gateway.close();
      return found.map(({ era }) => era);
    };
    const gateway = await startGateway({ state, mcpServers: { s: entry }, env });
    const answer = await gateway.call('s', 'echo', { a: 1 });
    expect(answer.status).toBe(200);
    expect((await gateway.server('s'))?.['protocolVersion']).toBe('2025-11-25');
    await gateway.close();
    expect(await verdicts()).toEqual([]);
  });
});

describe('an address without a type', () => {
  it('[sse-fallback] may be an HTTP+SSE server', async () => {
    const upstream = await open(NpmHttpServer.everything('sse'));
    const gateway = await open(startGateway({ mcpServers: { s: { url: upstream.url } } }));
    expect((await gateway.call('s', 'echo', { message: 'hi' })).body).toMatchObject({
      content: [{ text: 'Echo: hi' }],
    });
    expect(await gateway.server('s')).toMatchObject({ transport: 'sse', status: 'ready' });
  });
});
