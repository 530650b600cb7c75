import { closeAfterAll } from '../support/closing.js';
import { startGateway, type GatewayOptions, type TestGateway } from '../support/gateway.js';
import { NativeClient } from '../support/clients/native-client.js';
import { shopAt } from '../support/clients/sdk-apps.js';
import { OtlpCollector, sendingSpansSoon, type CollectedSpan } from '../support/collectors/otlp-collector.js';
import { publish } from '../support/upstreams/declared-servers.js';
import { refuses } from '../support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { stdioServer } from '../support/upstreams/stdio.js';
import { waitFor } from '../support/wait-for.js';
import { call, doing, Workflows } from '../support/workflows/workflow-app.js';

const open = closeAfterAll();
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const callerSpan = '00f067aa0ba902b7';
const placeIn = (trace: string) => `00-${trace}-${callerSpan}-01`;
const traceparent = placeIn(traceId);
const canary = 'argument-canary-7f3a';
let collector: OtlpCollector;
let gateway: TestGateway;

beforeAll(async () => {
  collector = await open(OtlpCollector.start());
  gateway = await open(
    sendingSpansSoon(() =>
      startGateway({
        mcpServers: { local: stdioServer() },
        env: {
          OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
          OTEL_EXPORTER_OTLP_HEADERS: { 'x-collector-key': 'k' },
          OTEL_RESOURCE_ATTRIBUTES: { 'deployment.environment.name': 'test' },
        },
      }),
    ),
  );
});

/** A gateway with settings of its own; the collector has got everything when it is closed. */
async function startApart(env: (collector: OtlpCollector) => NonNullable<GatewayOptions['env']>) {
  const apart = await open(OtlpCollector.start());
  const upstream = await open(ScriptedHttp.start([echo]));
  const mcpServers = { demo: { url: upstream.url } };
  return {
    collector: apart,
    upstream,
    gateway: await open(startGateway({ mcpServers, env: env(apart) })),
  };
}

/** What went to a server for tools/call: the trace in `_meta` and in the header. */
const sentTo = (upstream: ScriptedHttp) =>
  upstream.of('tools/call').map(({ rpc, headers }) => {
    const { _meta } = (rpc?.params ?? {}) as { _meta?: { traceparent?: string } };
    return { meta: _meta?.traceparent, header: headers['traceparent'] };
  });

const spanOf = (spans: readonly CollectedSpan[], name: string): CollectedSpan => {
  const found = spans.find((span) => span.name === name);
  if (found === undefined) throw new Error(`no span ${name} among ${spans.map((it) => it.name).join(', ')}`);
  return found;
};

/** The spans of a trace once there are as many of this name. */
const spansOf = (trace: string, name: string, count: number): Promise<CollectedSpan[]> =>
  waitFor(`${String(count)} spans ${name}`, () => {
    const spans = collector.spans.filter((span) => span.traceId === trace);
    return spans.filter((span) => span.name === name).length >= count && spans;
  });

describe('Traces', () => {
  it('[traces-spans] have one span for the request and one for the server, below the caller and on to the server', async () => {
    const upstream = await open(ScriptedHttp.start([echo]));
    const demo = await publish(open, gateway, { url: upstream.url });
    const answer = await gateway.call(demo, 'echo', { a: canary }, {}, { headers: { traceparent } });
    expect(answer.status).toBe(200);
    expect((await gateway.call(demo, 'gone', {}, {}, { headers: { traceparent } })).status).toBe(404);

    const spans = await spansOf(traceId, 'POST /api/servers/:server/mcp/call', 2);
    const server = spanOf(spans, 'POST /api/servers/:server/mcp/call');
    const client = spanOf(spans, 'tools/call echo');
    expect(server).toMatchObject({
      ...{ kind: 2, parentSpanId: callerSpan, status: {} },
      attributes: {
        'http.response.status_code': 200,
        'gantry.request_id': answer.headers.get('x-request-id'),
        'gantry.token_id': expect.stringMatching(/^tok_/) as string,
      },
      service: { 'service.name': 'gantry', 'deployment.environment.name': 'test' },
    });
    expect(client).toMatchObject({
      ...{ kind: 3, parentSpanId: server.spanId },
      attributes: {
        'mcp.method.name': 'tools/call',
        'gen_ai.tool.name': 'echo',
        'gantry.server': demo,
        'gantry.attempts': 1,
        'mcp.protocol.version': '2025-11-25',
      },
    });
    expect(BigInt(server.startTimeUnixNano)).toBeLessThanOrEqual(BigInt(client.startTimeUnixNano));
    expect(BigInt(server.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(client.endTimeUnixNano));
    // The server is told of the span that is its parent.
    const told = `00-${traceId}-${client.spanId}-01`;
    expect(sentTo(upstream)).toEqual([{ meta: told, header: told }]);
    // The first use of a server opens a connection and asks for its tools.
    expect(spanOf(spans, 'initialize').events).toEqual(['connection.ready']);
    expect(spanOf(spans, 'tools/list').parentSpanId).toBe(server.spanId);
    expect(spans.map(({ attributes }) => attributes['error.type'])).toContain('tool-not-found');
    expect(collector.requests.map(({ path }) => path)).toContain('/v1/traces');
    expect(collector.requests[0]?.headers['x-collector-key']).toBe('k');
    for (const secret of [canary, gateway.token]) expect(collector.raw).not.toContain(secret);
  });

  it('[traces-native] reach the servers of native clients over HTTP and stdio, in bytes that are otherwise the same', async () => {
    const upstream = await open(ScriptedHttp.start([echo]));
    const demo = await publish(open, gateway, { url: upstream.url });
    const trace = 'b'.repeat(32);
    const results: unknown[] = [];
    for (const [server, name] of [
      [demo, 'echo'],
      ['local', 'trace'],
    ] as const) {
      const client = new NativeClient(`${gateway.url}/api/servers/${server}/mcp`, gateway.token);
      await client.initialize();
      const message = `{"jsonrpc":"2.0", "id":7,"method":"tools/call","params":{"name":"${name}","arguments":{"n":1.50}}}`;
      results.push((await client.send(message, { traceparent: placeIn(trace) })).messages[0]);
    }
    await spansOf(trace, 'tools/call echo', 2);
    const told = (await spansOf(trace, 'tools/call trace', 2))
      .filter(({ kind, name }) => kind === 3 && name.startsWith('tools/call'))
      .map(({ spanId }) => `00-${trace}-${spanId}-01`);
    expect(told).toHaveLength(2);
    expect(upstream.of('tools/call')[0]?.text).toBe(
      `{"jsonrpc":"2.0", "id":7,"method":"tools/call","params":{"_meta":{"traceparent":"${String(told[0])}"},"name":"echo","arguments":{"n":1.50}}}`,
    );
    expect(results[1]).toMatchObject({ result: { content: [{ text: told[1] }] } });
  });

  it('[traces-runs] have one trace for the steps of a run, on to the servers', async () => {
    const { app, upstreams } = await shopAt(
      gateway,
      open,
      { one: [echo, tool('broken', refuses(-32603, 'no'))] },
      {
        config: {
          workflows: { twice: doing([{ first: call('echo', { a: canary }) }, { again: call('broken') }]) },
        },
      },
    );
    const workflows = new Workflows(app);
    const run = await workflows.start('twice');
    await workflows.reaches(run, 'failed');

    const steps = await waitFor('the spans of both steps', () => {
      const found = collector.spans.filter(({ attributes }) => attributes['gantry.workflow_run'] === run);
      return found.length === 2 && found;
    });
    expect(steps).toMatchObject([
      {
        ...{ name: 'step do/first', kind: 1, status: {} },
        attributes: { 'gantry.workflow_run': run, 'gantry.workflow_step': 'do/first' },
      },
      {
        name: 'step do/again',
        status: { code: 2 },
        attributes: { 'error.type': '/problems/upstream-error' },
      },
    ]);
    expect(new Set(steps.map((step) => step.traceId)).size).toBe(1);
    const exchange = spanOf(
      await spansOf(String(steps[0]?.traceId), 'tools/call echo', 1),
      'tools/call echo',
    );
    expect(exchange).toMatchObject({ traceId: steps[0]?.traceId, parentSpanId: steps[0]?.spanId });
    const told = upstreams['one']?.of('tools/call')[0]?.rpc?.params['_meta'] as Record<string, unknown>;
    expect(told['traceparent']).toBe(`00-${exchange.traceId}-${exchange.spanId}-01`);
    expect(collector.raw).not.toContain(canary);
  });

  it('[traces-sampled] are made as OTEL_TRACES_SAMPLER says, and handed on either way', async () => {
    const { collector, gateway, upstream } = await startApart(({ url }) => ({
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${url}/own/path`,
      OTEL_TRACES_SAMPLER: 'parentbased_always_off',
    }));
    const unsampled = `00-${'c'.repeat(32)}-${callerSpan}-00`;
    await gateway.call('demo', 'echo', {}, {}, { headers: { traceparent } });
    await gateway.call('demo', 'echo', {}, {}, { headers: { traceparent: unsampled } });
    await gateway.call('demo', 'echo');
    await gateway.close();
    expect(new Set(collector.spans.map((span) => span.traceId))).toEqual(new Set([traceId]));
    expect(collector.requests[0]?.path).toBe('/own/path');
    const flags = sentTo(upstream).map(({ meta = '' }) => [meta.slice(3, 35) === traceId, meta.slice(-2)]);
    expect(flags).toEqual([
      [true, '01'],
      [false, '00'],
      [false, '00'],
    ]);
  });

  it('[traces-off] are not made without a collector; the trace of the caller still reaches the server', async () => {
    const { collector, gateway, upstream } = await startApart(({ url }) => ({
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_SDK_DISABLED: true,
    }));
    await gateway.call('demo', 'echo', {}, {}, { headers: { traceparent } });
    await gateway.call('demo', 'echo');
    await gateway.close();
    expect(collector.requests).toEqual([]);
    expect(sentTo(upstream)).toEqual([
      { meta: traceparent, header: traceparent },
      { meta: undefined, header: undefined },
    ]);
  });
});
