import { changeSettings } from '../../support/changed-settings.js';
import { closeAfterAll, closeAfterEach } from '../../support/closing.js';
import { NativeClient } from '../../support/clients/native-client.js';
import { createApp, shopAt } from '../../support/clients/sdk-apps.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { OtlpCollector, sendingSpansSoon } from '../../support/collectors/otlp-collector.js';
import { answers, refuses, text } from '../../support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool } from '../../support/upstreams/scripted-http.js';
import { stdioServer } from '../../support/upstreams/stdio.js';
import { waitFor } from '../../support/wait-for.js';

const open = closeAfterAll();
const keep = closeAfterEach();
const callerSpan = '00f067aa0ba902b7';
const place = (traceId: string) => `00-${traceId}-${callerSpan}-01`;
const tools = [
  echo,
  tool('broken', refuses(-32099, 'no')),
  tool('failing', answers({ ...text('no'), isError: true })),
];
let collector: OtlpCollector;
let upstream: ScriptedHttp;
let gateway: TestGateway;

beforeAll(async () => {
  collector = await open(OtlpCollector.start());
  upstream = await open(ScriptedHttp.start(tools));
  gateway = await open(
    sendingSpansSoon(() =>
      startGateway({
        mcpServers: { demo: { url: upstream.url }, local: stdioServer() },
        env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
      }),
    ),
  );
});

const nativeAt = (path: string, { url, token } = { url: gateway.url, token: gateway.token }) =>
  new NativeClient(`${url}/api/${path}/mcp`, token);

type Side = 'server' | 'client';

/** The spans of this name in one trace, or in all, once there are as many. */
function spansOf(side: Side, name: string, { trace, count = 1 }: { trace?: string; count?: number } = {}) {
  const kind = side === 'server' ? 2 : 3;
  return waitFor(`${String(count)} spans ${name}`, () => {
    const found = collector.spans.filter(
      (span) => span.kind === kind && span.name === name && (trace ?? span.traceId) === span.traceId,
    );
    return found.length >= count && found;
  });
}

const echoCall = (trace: string) => ({
  ...{ name: 'echo', arguments: { n: 1 } },
  _meta: { traceparent: place(trace) },
});

describe('Telemetry of MCP', () => {
  it('[otel-spans] names spans, kinds and attributes by the conventions, on both sides', async () => {
    const trace = '1'.repeat(32);
    const client = nativeAt('servers/demo');
    await client.initialize({}, { traceparent: place(trace) });
    await client.send({ jsonrpc: '2.0', id: 'x7', method: 'tools/call', params: echoCall(trace) });
    await nativeAt('servers/local').modern('tools/call', { name: 'trace', arguments: {} });
    const [server] = await spansOf('server', 'tools/call echo', { trace });
    const [asked] = await spansOf('client', 'tools/call echo', { trace });
    const both = { 'mcp.method.name': 'tools/call', 'gen_ai.operation.name': 'execute_tool' };
    expect(server?.attributes).toMatchObject({
      ...both,
      'gen_ai.tool.name': 'echo',
      'jsonrpc.request.id': 'x7',
      'mcp.session.id': client.session,
      'mcp.protocol.version': '2025-11-25',
      'network.transport': 'tcp',
      'http.response.status_code': 200,
    });
    expect(server?.attributes).not.toHaveProperty('error.type');
    const { hostname, port } = new URL(upstream.url);
    expect(asked).toMatchObject({ parentSpanId: server?.spanId, traceId: server?.traceId });
    expect(asked?.attributes).toMatchObject({
      ...both,
      'gen_ai.tool.name': 'echo',
      'network.transport': 'tcp',
      'server.address': hostname,
      'server.port': Number(port),
    });
    const told = `00-${String(asked?.traceId)}-${String(asked?.spanId)}-01`;
    expect(upstream.of('tools/call').at(-1)?.rpc?.params['_meta']).toEqual({ traceparent: told });
    const [local] = await spansOf('client', 'tools/call trace');
    expect(local?.attributes).toMatchObject({ 'network.transport': 'pipe' });
    const [greeting] = await spansOf('server', 'initialize');
    expect(greeting?.attributes).toMatchObject({
      'mcp.protocol.version': '2025-11-25',
    });
  });

  it('[otel-parent] goes by the trace in `_meta`; that of the header is a link', async () => {
    const [ofMessage, ofHeader] = ['2'.repeat(32), 'a'.repeat(32)];
    const headers = { traceparent: place(ofHeader) };
    const client = nativeAt('servers/demo');
    await client.initialize();
    await client.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: echoCall(ofMessage) }, headers);
    const params = { name: 'echo', arguments: { n: 1 } };
    await client.send({ jsonrpc: '2.0', id: 2, method: 'tools/call', params }, headers);
    const spans = [
      ...(await spansOf('server', 'tools/call echo', { trace: ofMessage })),
      ...(await spansOf('server', 'tools/call echo', { trace: ofHeader })),
    ];
    expect(spans.map(({ traceId, parentSpanId }) => [traceId, parentSpanId])).toEqual([
      [ofMessage, callerSpan],
      [ofHeader, callerSpan],
    ]);
    expect(spans.map(({ links = [] }) => links.map(({ traceId }) => traceId))).toEqual([[ofHeader], []]);
  });

  it('[otel-names] server spans have the name of the client, client spans that of the server', async () => {
    const trace = '3'.repeat(32);
    const { app } = await shopAt(gateway, open, { shelf: tools });
    const client = nativeAt('apps/shop', app);
    await client.initialize();
    await client.result('tools/call', { ...echoCall(trace), name: 'shelf__echo' });
    const [server] = await spansOf('server', 'tools/call shelf__echo', { trace });
    const [asked] = await spansOf('client', 'tools/call echo', { trace });
    expect(server?.attributes['gen_ai.tool.name']).toBe('shelf__echo');
    expect(asked?.attributes['gen_ai.tool.name']).toBe('echo');
    expect(asked?.parentSpanId).toBe(server?.spanId);
  });

  it('[otel-errors] says how an operation failed, at the server, in its result and here', async () => {
    const client = nativeAt('servers/demo');
    await client.initialize();
    for (const name of ['broken', 'failing']) await client.request('tools/call', { name, arguments: {} });
    const { app } = await shopAt(gateway, open, { shelf: tools });
    const atApp = nativeAt('apps/shop', app);
    await atApp.initialize();
    for (const name of ['shelf__broken', 'shelf__failing', 'shelf__none'])
      await atApp.request('tools/call', { name, arguments: {} });
    const outcomes = async (side: Side, name: string, count = 1) =>
      (await spansOf(side, `tools/call ${name}`, { count })).map(({ attributes, status }) => [
        attributes['error.type'],
        attributes['rpc.response.status_code'],
        status.code,
      ]);
    const refused = ['-32099', '-32099', 2];
    const isError = ['tool_error', undefined, 2];
    expect(await outcomes('client', 'broken', 2)).toEqual([refused, refused]);
    expect(await outcomes('client', 'failing', 2)).toEqual([isError, isError]);
    expect(await outcomes('server', 'broken')).toEqual([refused]);
    expect(await outcomes('server', 'failing')).toEqual([isError]);
    expect(await outcomes('server', 'shelf__broken')).toEqual([refused]);
    expect(await outcomes('server', 'shelf__failing')).toEqual([isError]);
    expect(await outcomes('server', 'shelf__none')).toEqual([['-32602', '-32602', 2]]);
  });

  it.each([true, false])(
    '[otel-content] has arguments and results only when it is set to (%s), redacted',
    async (on) => {
      const trace = (on ? '4' : '5').repeat(32);
      await keep(changeSettings(gateway, { OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: on }));
      const [word, password] = [`canary-5a-${String(on)}`, `canary-7c-${String(on)}`];
      const headers = { traceparent: place(trace) };
      const text = JSON.stringify({ password, user: 'ana' });
      await gateway.call(
        'demo',
        'echo',
        { word, password, pin: { password: 47110815 }, text },
        {},
        { headers },
      );
      const [asked] = await spansOf('client', 'tools/call echo', { trace });
      expect(asked?.attributes['gen_ai.tool.call.arguments']).toBe(
        on
          ? JSON.stringify({
              ...{ word, password: '[redacted]', pin: { password: '[redacted]' } },
              text: '{"password":"[redacted]","user":"ana"}',
            })
          : undefined,
      );
      expect(collector.raw).not.toContain('47110815');
      expect(typeof asked?.attributes['gen_ai.tool.call.result']).toBe(on ? 'string' : 'undefined');
      expect(collector.raw.includes(word)).toBe(on);
      expect(collector.raw).not.toContain(password);
    },
  );

  it.each(['2025', '2026'])('[otel-content] has what passes unread to a client of %s', async (era) => {
    const trace = (era === '2025' ? '6' : '7').repeat(32);
    await keep(changeSettings(gateway, { OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: true }));
    const client = nativeAt('servers/demo');
    const params = { name: 'echo', arguments: { word: 'canary-5a', password: 'canary-7c' } };
    const meta = { traceparent: place(trace) };
    if (era === '2025') await client.initialize();
    await (era === '2025'
      ? client.request('tools/call', { ...params, _meta: meta })
      : client.modern('tools/call', params, { meta }));
    const [asked] = await spansOf('client', 'tools/call echo', { trace });
    const said = asked?.attributes['gen_ai.tool.call.result'];
    expect(said).toContain('canary-5a');
    expect(said).not.toContain('canary-7c');
  });
});

describe('Metrics of MCP', () => {
  let reports: OtlpCollector;
  let reporting: TestGateway;

  beforeAll(async () => {
    reports = await open(OtlpCollector.start());
    reporting = await open(
      startGateway({
        mcpServers: { demo: { url: upstream.url } },
        env: {
          ...{ OTEL_EXPORTER_OTLP_ENDPOINT: reports.url, OTEL_METRIC_EXPORT_INTERVAL: 100 },
          EGRESS_ALLOW: ['127.0.0.0/8'],
        },
      }),
    );
  });

  /** The series of a side about calls with these attributes. */
  const callsOf = (side: Side, more: object) =>
    reports.series.filter(
      ({ name, attributes }) =>
        name === `mcp.${side}.operation.duration` &&
        Object.entries({ 'mcp.method.name': 'tools/call', ...more }).every(
          ([key, value]) => attributes[key] === value,
        ),
    );

  it('[otel-metrics] has the histograms of both sides, at /metrics and by OTLP, and not the names of tenants', async () => {
    const client = nativeAt('servers/demo', reporting);
    await client.initialize();
    for (const name of ['echo', 'echo', 'failing'])
      await client.request('tools/call', { name, arguments: {} });
    const app = await createApp(reporting, 'shop', { mcpServers: { own: { url: upstream.url } } });
    await nativeAt('apps/shop', app).modern('tools/call', { name: 'own__echo', arguments: {} });
    const { text: metrics } = await reporting.json('/metrics');
    for (const side of ['server', 'client'])
      expect(metrics).toMatch(
        new RegExp(
          `^mcp_${side}_operation_duration_seconds_count\\{mcp_method_name="tools/call",gen_ai_operation_name="execute_tool",gen_ai_tool_name="echo",.*\\} 2$`,
          'm',
        ),
      );
    expect(metrics).not.toContain('own__echo');
    await waitFor(
      'a report with the last call',
      () => callsOf('server', { 'gen_ai.tool.name': undefined }).length > 0,
    );
    for (const side of ['server', 'client'] as const) {
      expect(callsOf(side, { 'gen_ai.tool.name': 'echo' })).toMatchObject([
        { unit: 's', count: 2, temporality: 2 },
      ]);
      expect(callsOf(side, { 'error.type': 'tool_error' })).toMatchObject([{ count: 1 }]);
      expect(callsOf(side, { 'gen_ai.tool.name': undefined })).toMatchObject([{ count: 1 }]);
    }
    expect(callsOf('client', { 'server.port': Number(new URL(upstream.url).port) })).toHaveLength(2);
  });

  it('[otel-away] loses no count while the collector is away, and keeps nobody waiting', async () => {
    const counted = () =>
      callsOf('client', { 'gen_ai.tool.name': 'echo' }).reduce((sum, { count }) => sum + count, 0);
    const before = counted();
    reports.isListening = false;
    const calls = async () => {
      for (let count = 0; count < 20; count++)
        expect((await reporting.call('demo', 'echo')).status).toBe(200);
    };
    const reported = reports.requests.length;
    await calls();
    await waitFor('a report', () =>
      reports.requests.slice(reported).some(({ path }) => path === '/v1/metrics'),
    );
    await calls();
    reports.resume();
    await waitFor('all counts', () => counted() === before + 40);
  });
});
