import { closeAfterEach } from '../../support/closing.js';
import { NativeClient } from '../../support/clients/native-client.js';
import { createApp } from '../../support/clients/sdk-apps.js';
import { startGateway, type GatewayOptions } from '../../support/gateway.js';
import { OtlpCollector, type CollectedSpan } from '../../support/processes/otlp-collector.js';
import { answers, refuses, text } from '../../support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool } from '../../support/upstreams/scripted-http.js';
import { stdioServer } from '../../support/upstreams/stdio.js';
import { waitFor } from '../../support/wait-for.js';

const open = closeAfterEach();
const [ofMessage, ofHeader] = ['4bf92f3577b34da6a3ce929d0e0e4736', 'a'.repeat(32)];
const callerSpan = '00f067aa0ba902b7';
const place = (traceId: string) => `00-${traceId}-${callerSpan}-01`;

async function start(env: GatewayOptions['env'] = {}) {
  const collector = await open(OtlpCollector.start());
  const upstream = await open(
    ScriptedHttp.start([
      echo,
      tool('broken', refuses(-32099, 'no')),
      tool('failing', answers({ ...text('no'), isError: true })),
    ]),
  );
  const gateway = await startGateway({
    mcpServers: { demo: { url: upstream.url }, local: stdioServer() },
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...env },
  });
  const nativeAt = (path: string, token = gateway.token) =>
    new NativeClient(`${gateway.url}/api/${path}/mcp`, token);
  return { collector, upstream, gateway, nativeAt };
}

const spansOf = ({ spans }: OtlpCollector, kind: 'server' | 'client', name: string): CollectedSpan[] =>
  spans.filter((span) => span.kind === (kind === 'server' ? 2 : 3) && span.name === name);

const echoCall = { name: 'echo', arguments: { n: 1 }, _meta: { traceparent: place(ofMessage) } };

describe('Telemetry of MCP', () => {
  it('[otel-spans] names spans, kinds and attributes by the conventions, on both sides', async () => {
    const { collector, upstream, gateway, nativeAt } = await start();
    const client = nativeAt('servers/demo');
    await client.initialize();
    await client.send({ jsonrpc: '2.0', id: 'x7', method: 'tools/call', params: echoCall });
    await nativeAt('servers/local').modern('tools/call', { name: 'trace', arguments: {} });
    await gateway.close();
    const [server] = spansOf(collector, 'server', 'tools/call echo');
    const [asked] = spansOf(collector, 'client', 'tools/call echo');
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
    expect(upstream.of('tools/call')[0]?.rpc?.params['_meta']).toEqual({ traceparent: told });
    const [local] = spansOf(collector, 'client', 'tools/call trace');
    expect(local?.attributes).toMatchObject({ 'network.transport': 'pipe' });
    expect(spansOf(collector, 'server', 'initialize')[0]?.attributes).toMatchObject({
      'mcp.protocol.version': '2025-11-25',
    });
  });

  it('[otel-parent] goes by the trace in `_meta`; that of the header is a link', async () => {
    const { collector, gateway, nativeAt } = await start();
    const headers = { traceparent: place(ofHeader) };
    const client = nativeAt('servers/demo');
    await client.initialize();
    await client.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: echoCall }, headers);
    const { name, arguments: given } = echoCall;
    await client.send(
      { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name, arguments: given } },
      headers,
    );
    await gateway.close();
    const spans = spansOf(collector, 'server', 'tools/call echo');
    expect(spans.map(({ traceId, parentSpanId }) => [traceId, parentSpanId])).toEqual([
      [ofMessage, callerSpan],
      [ofHeader, callerSpan],
    ]);
    expect(spans.map(({ links = [] }) => links.map(({ traceId }) => traceId))).toEqual([[ofHeader], []]);
  });

  it('[otel-names] server spans have the name of the client, client spans that of the server', async () => {
    const { collector, gateway, nativeAt } = await start();
    const app = await createApp(gateway, 'shop', { mcpServers: { shelf: { use: 'demo' } } });
    const client = nativeAt('apps/shop', app.token);
    await client.initialize();
    await client.result('tools/call', { ...echoCall, name: 'shelf__echo' });
    await gateway.close();
    const [server] = spansOf(collector, 'server', 'tools/call shelf__echo');
    const [asked] = spansOf(collector, 'client', 'tools/call echo');
    expect(server?.attributes['gen_ai.tool.name']).toBe('shelf__echo');
    expect(asked?.attributes['gen_ai.tool.name']).toBe('echo');
    expect([server?.traceId, asked?.traceId]).toEqual([ofMessage, ofMessage]);
    expect(asked?.parentSpanId).toBe(server?.spanId);
  });

  it('[otel-errors] says how an operation failed, at the server, in its result and here', async () => {
    const { collector, gateway, nativeAt } = await start();
    const client = nativeAt('servers/demo');
    await client.initialize();
    for (const name of ['broken', 'failing']) await client.request('tools/call', { name, arguments: {} });
    const app = await createApp(gateway, 'shop', { mcpServers: { shelf: { use: 'demo' } } });
    const atApp = nativeAt('apps/shop', app.token);
    await atApp.initialize();
    for (const name of ['shelf__broken', 'shelf__failing', 'shelf__none'])
      await atApp.request('tools/call', { name, arguments: {} });
    await gateway.close();
    const outcome = (kind: 'server' | 'client', name: string) =>
      spansOf(collector, kind, `tools/call ${name}`).map(({ attributes, status }) => [
        attributes['error.type'],
        attributes['rpc.response.status_code'],
        status.code,
      ]);
    const refused = ['-32099', '-32099', 2];
    const isError = ['tool_error', undefined, 2];
    expect(outcome('client', 'broken')).toEqual([refused, refused]);
    expect(outcome('client', 'failing')).toEqual([isError, isError]);
    expect(outcome('server', 'broken')).toEqual([refused]);
    expect(outcome('server', 'failing')).toEqual([isError]);
    expect(outcome('server', 'shelf__broken')).toEqual([refused]);
    expect(outcome('server', 'shelf__failing')).toEqual([isError]);
    expect(outcome('server', 'shelf__none')).toEqual([['-32602', '-32602', 2]]);
  });

  it.each([true, false])(
    '[otel-content] holds what is said only when it is to (%s), redacted',
    async (on) => {
      const { collector, gateway } = await start({ OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: on });
      await gateway.call('demo', 'echo', { word: 'canary-5a', password: 'canary-7c' });
      await gateway.close();
      const [asked] = spansOf(collector, 'client', 'tools/call echo');
      expect(asked?.attributes['gen_ai.tool.call.arguments']).toBe(
        on ? '{"word":"canary-5a","password":"[redacted]"}' : undefined,
      );
      expect(typeof asked?.attributes['gen_ai.tool.call.result']).toBe(on ? 'string' : 'undefined');
      expect(collector.raw.includes('canary-5a')).toBe(on);
      expect(collector.raw).not.toContain('canary-7c');
    },
  );

  it.each(['2025', '2026'])('[otel-content] holds what passes unread to a client of %s', async (era) => {
    const { collector, gateway, nativeAt } = await start({
      OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: true,
    });
    const client = nativeAt('servers/demo');
    const params = { name: 'echo', arguments: { word: 'canary-5a', password: 'canary-7c' } };
    if (era === '2025') await client.initialize();
    await (era === '2025' ? client.request('tools/call', params) : client.modern('tools/call', params));
    await gateway.close();
    const [asked] = spansOf(collector, 'client', 'tools/call echo');
    const said = asked?.attributes['gen_ai.tool.call.result'];
    expect(said).toContain('canary-5a');
    expect(said).not.toContain('canary-7c');
  });

  it('[otel-metrics] has the histograms of both sides, at /metrics and by OTLP, and not the names of tenants', async () => {
    const { collector, upstream, gateway, nativeAt } = await start({ EGRESS_ALLOW: ['127.0.0.0/8'] });
    const client = nativeAt('servers/demo');
    await client.initialize();
    for (const name of ['echo', 'echo', 'failing'])
      await client.request('tools/call', { name, arguments: {} });
    const app = await createApp(gateway, 'shop', { mcpServers: { own: { url: upstream.url } } });
    await nativeAt('apps/shop', app.token).modern('tools/call', { name: 'own__echo', arguments: {} });
    const { text: metrics } = await gateway.json('/metrics');
    await gateway.close();
    for (const side of ['server', 'client'])
      expect(metrics).toMatch(
        new RegExp(
          `^mcp_${side}_operation_duration_seconds_count\\{mcp_method_name="tools/call",gen_ai_operation_name="execute_tool",gen_ai_tool_name="echo",.*\\} 2$`,
          'm',
        ),
      );
    expect(metrics).not.toContain('own__echo');
    const calls = (side: string, more: object) =>
      collector.series.filter(
        ({ name, attributes }) =>
          name === `mcp.${side}.operation.duration` &&
          Object.entries({ 'mcp.method.name': 'tools/call', ...more }).every(
            ([key, value]) => attributes[key] === value,
          ),
      );
    for (const side of ['server', 'client']) {
      expect(calls(side, { 'gen_ai.tool.name': 'echo' })).toMatchObject([
        { unit: 's', count: 2, temporality: 2 },
      ]);
      expect(calls(side, { 'error.type': 'tool_error' })).toMatchObject([{ count: 1 }]);
      expect(calls(side, { 'gen_ai.tool.name': undefined })).toMatchObject([{ count: 1 }]);
    }
    expect(calls('client', { 'server.port': Number(new URL(upstream.url).port) })).toHaveLength(2);
  });

  it('[otel-away] loses no count while the collector is away, and keeps nobody waiting', async () => {
    const { collector, gateway } = await start({ OTEL_METRIC_EXPORT_INTERVAL: 100 });
    collector.isListening = false;
    const calls = async () => {
      for (let count = 0; count < 20; count++) expect((await gateway.call('demo', 'echo')).status).toBe(200);
    };
    await calls();
    await waitFor('a report', () => collector.requests.some(({ path }) => path === '/v1/metrics'));
    await calls();
    collector.resume();
    const counted = () =>
      collector.series.find(
        ({ name, attributes }) =>
          name === 'mcp.client.operation.duration' && attributes['gen_ai.tool.name'] === 'echo',
      )?.count;
    await waitFor('all counts', () => counted() === 40);
    await gateway.close();
  });
});
