import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeAfterEach } from '../support/closing.js';
import { startGateway, type GatewayOptions } from '../support/gateway.js';
import { NativeClient } from '../support/clients/native-client.js';
import { spawnGateway } from '../support/processes/gateway-process.js';
import { ownTime } from '../support/measures/own-time.js';
import { timed } from '../support/measures/timed.js';
import { OtlpCollector, type CollectedSpan } from '../support/processes/otlp-collector.js';
import { refuses } from '../support/upstreams/behaviours.js';
import { echo, ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { stdioServer } from '../support/upstreams/stdio.js';
import { call, doing, workflowApp } from '../support/workflows/workflow-app.js';

timed();

const open = closeAfterEach();
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const callerSpan = '00f067aa0ba902b7';
const traceparent = `00-${traceId}-${callerSpan}-01`;
const canary = 'argument-canary-7f3a';

async function start(env: (collector: OtlpCollector) => NonNullable<GatewayOptions['env']>) {
  const collector = await open(OtlpCollector.start());
  const upstream = await open(ScriptedHttp.start([echo]));
  const gateway = await startGateway({ mcpServers: { demo: { url: upstream.url } }, env: env(collector) });
  /** What went to the server for tools/call: the trace in `_meta` and in the header. */
  const sent = () =>
    upstream.requests
      .filter(({ rpc }) => rpc?.method === 'tools/call')
      .map(({ rpc, headers }) => {
        const { _meta } = (rpc?.params ?? {}) as { _meta?: { traceparent?: string } };
        return { meta: _meta?.traceparent, header: headers['traceparent'] };
      });
  return { collector, gateway, sent };
}

const spanOf = (spans: readonly CollectedSpan[], name: string): CollectedSpan => {
  const found = spans.find((span) => span.name === name);
  if (found === undefined) throw new Error(`no span ${name} among ${spans.map((it) => it.name).join(', ')}`);
  return found;
};

describe('Traces', () => {
  it('[traces-spans] have one span for the request and one for the server, below the caller and on to the server', async () => {
    const { collector, gateway, sent } = await start(({ url }) => ({
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_EXPORTER_OTLP_HEADERS: { 'x-collector-key': 'k' },
      OTEL_RESOURCE_ATTRIBUTES: { 'deployment.environment.name': 'test' },
    }));
    const answer = await gateway.call('demo', 'echo', { a: canary }, {}, { headers: { traceparent } });
    expect(answer.status).toBe(200);
    expect((await gateway.call('demo', 'gone', {}, {}, { headers: { traceparent } })).status).toBe(404);
    await gateway.close();

    const spans = collector.spans.filter((span) => span.traceId === traceId);
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
        'gantry.server': 'demo',
        'gantry.attempts': 1,
        'mcp.protocol.version': '2025-11-25',
      },
    });
    expect(BigInt(server.startTimeUnixNano)).toBeLessThanOrEqual(BigInt(client.startTimeUnixNano));
    expect(BigInt(server.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(client.endTimeUnixNano));
    // The server is told of the span that is its parent.
    const told = `00-${traceId}-${client.spanId}-01`;
    expect(sent()).toEqual([{ meta: told, header: told }]);
    // The first use of a server opens a connection and asks for its tools.
    expect(spanOf(spans, 'initialize').events).toEqual(['connection.ready']);
    expect(spanOf(spans, 'tools/list').parentSpanId).toBe(server.spanId);
    expect(spans.map(({ attributes }) => attributes['error.type'])).toContain('tool-not-found');
    expect(collector.requests.map(({ path }) => path)).toContain('/v1/traces');
    expect(collector.requests[0]?.headers['x-collector-key']).toBe('k');
    for (const secret of [canary, gateway.token]) expect(collector.raw).not.toContain(secret);
  });

  it('[traces-native] reach the servers of native clients over HTTP and stdio, in bytes that are else the same', async () => {
    const collector = await open(OtlpCollector.start());
    const upstream = await open(ScriptedHttp.start([echo]));
    const gateway = await startGateway({
      mcpServers: { demo: { url: upstream.url }, local: stdioServer() },
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
    });
    const texts: unknown[] = [];
    for (const server of ['demo', 'local']) {
      const client = new NativeClient(`${gateway.url}/api/servers/${server}/mcp`, gateway.token);
      await client.initialize();
      const name = server === 'demo' ? 'echo' : 'trace';
      const message = `{"jsonrpc":"2.0", "id":7,"method":"tools/call","params":{"name":"${name}","arguments":{"n":1.50}}}`;
      texts.push((await client.send(message, { traceparent })).messages[0]);
    }
    await gateway.close();
    const told = collector.spans
      .filter((span) => span.traceId === traceId && span.kind === 3 && span.name.startsWith('tools/call'))
      .map(({ spanId }) => `00-${traceId}-${spanId}-01`);
    expect(told).toHaveLength(2);
    expect(upstream.of('tools/call')[0]?.text).toBe(
      `{"jsonrpc":"2.0", "id":7,"method":"tools/call","params":{"_meta":{"traceparent":"${String(told[0])}"},"name":"echo","arguments":{"n":1.50}}}`,
    );
    expect(texts[1]).toMatchObject({ result: { content: [{ text: told[1] }] } });
  });

  it('[traces-runs] have one trace for the steps of a run, on to the servers', async () => {
    const collector = await open(OtlpCollector.start());
    const { gateway, one, workflows } = await workflowApp(
      open,
      [echo, tool('broken', refuses(-32603, 'no'))],
      { twice: doing([{ first: call('echo', { a: canary }) }, { again: call('broken') }]) },
      { env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } },
    );
    const run = await workflows.start('twice');
    await workflows.reaches(run, 'failed');
    await gateway.close();

    const steps = collector.spans.filter(({ name }) => name.startsWith('step '));
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
    const exchange = spanOf(collector.spans, 'tools/call echo');
    expect(exchange).toMatchObject({ traceId: steps[0]?.traceId, parentSpanId: steps[0]?.spanId });
    const told = one.of('tools/call')[0]?.rpc?.params['_meta'] as Record<string, unknown>;
    expect(told['traceparent']).toBe(`00-${exchange.traceId}-${exchange.spanId}-01`);
    expect(collector.raw).not.toContain(canary);
  });

  it('[traces-sampled] are made as OTEL_TRACES_SAMPLER says, and handed on either way', async () => {
    const { collector, gateway, sent } = await start(({ url }) => ({
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
    const flags = sent().map(({ meta = '' }) => [meta.slice(3, 35) === traceId, meta.slice(-2)]);
    expect(flags).toEqual([
      [true, '01'],
      [false, '00'],
      [false, '00'],
    ]);
  });

  it('[traces-off] are not made without a collector; the trace of the caller still reaches the server', async () => {
    const { collector, gateway, sent } = await start(({ url }) => ({
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_SDK_DISABLED: true,
    }));
    await gateway.call('demo', 'echo', {}, {}, { headers: { traceparent } });
    await gateway.call('demo', 'echo');
    await gateway.close();
    expect(collector.requests).toEqual([]);
    expect(sent()).toEqual([
      { meta: traceparent, header: traceparent },
      { meta: undefined, header: undefined },
    ]);
  });

  it.each([
    ['takes the request and says nothing', false],
    ['is not there', true],
  ])('[traces-exit] do not hold up the exit when the collector %s', async (_, isGone) => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const close = () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      });
    if (isGone) await close();
    else await open({ close });
    const gateway = await spawnGateway({
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${String(port)}` },
    });
    await open({ close: () => gateway.stop('SIGKILL').then(() => undefined) });
    const client = await gateway.ready();
    expect((await client.json('/api/servers')).status).toBe(200);
    const startedAt = ownTime();
    expect(await gateway.stop()).toBe(0);
    expect(ownTime() - startedAt).toBeLessThan(3000);
    expect(gateway.logs().map(({ event }) => event)).toContain('traces.lost');
  });
});
