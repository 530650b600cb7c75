import { readFileSync } from 'node:fs';
import { changeSettings } from '../support/changed-settings.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { begin, poll } from '../support/people.js';
import { createApp } from '../support/clients/sdk-apps.js';
import { echo, ScriptedHttp } from '../support/upstreams/scripted-http.js';
import { httpStatus } from '../support/upstreams/behaviours.js';

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

const open = closeAfterAll();
let gateway: TestGateway;
let text: string;

beforeAll(async () => {
  const upstream = await open(ScriptedHttp.start([echo]));
  const broken = await open(ScriptedHttp.start([echo]));
  broken.methods.set('initialize', httpStatus(500));
  gateway = await open(
    startGateway({
      mcpServers: {
        ...{ demo: { url: upstream.url }, broken: { url: broken.url } },
        gone: { url: 'http://127.0.0.1:1/mcp' },
      },
      env: { EGRESS_ALLOW: [new URL(upstream.url).host] },
    }),
  );
  const own = { url: upstream.url };
  const app = await createApp(gateway, 'shop', { mcpServers: { taken: { use: 'demo' }, own } });
  await gateway.call('demo', 'echo');
  await gateway.toolNames('demo');
  await gateway.toolNames('demo');
  await gateway.call('broken', 'echo');
  await app.use('taken__echo');
  await app.use('own__echo');
  upstream.sessions.clear();
  await gateway.call('demo', 'echo');
  const { deviceCode } = await begin(gateway);
  await poll(gateway, deviceCode);
  await gateway.json('/api/servers/none/mcp/unheard-of');
  await gateway.json('/api/servers/gone/mcp/tools');
  await gateway.json('/some/path/that/nobody/knows');
  ({ text } = await gateway.json('/metrics'));
});

/** Labels of each series, by its name. */
function series(): Map<string, Record<string, string>[]> {
  const found = new Map<string, Record<string, string>[]>();
  for (const line of text.split('\n')) {
    const [, name, labels = ''] = /^(\w+)(?:\{(.*)\})? /.exec(line) ?? [];
    if (name === undefined || line.startsWith('#')) continue;
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, value]) => [key, value]);
    found.set(name, [...(found.get(name) ?? []), Object.fromEntries(pairs) as Record<string, string>]);
  }
  return found;
}

describe('The metrics', () => {
  it('[metrics-split] tell time in the gateway, in line, connecting and in servers apart', () => {
    const all = series();
    const calls = all.get('gantry_upstream_request_duration_seconds_count') ?? [];
    expect(calls).toContainEqual({ server: 'demo', method: 'tools/call', outcome: 'answered' });
    expect(calls.filter(({ server }) => server === 'broken').map(({ outcome }) => outcome)).not.toContain(
      'answered',
    );
    expect(all.get('gantry_gateway_duration_seconds_count')).toContainEqual({
      route: '/api/servers/:server/mcp/call',
    });
    expect(all.get('gantry_upstream_connect_duration_seconds_count')).toContainEqual({ server: 'demo' });
    expect(text).toMatch(/^gantry_upstream_retries_total\{server="demo"\} 1$/m);
    expect(text).toMatch(/^gantry_list_reads_total\{source="cache"\} [1-9]/m);
    expect(text).toMatch(/^gantry_device_logins_total 1$/m);
    expect(text).toMatch(/^gantry_device_polls_total\{outcome="authorization_pending"\} 1$/m);
    expect(text).toMatch(/^gantry_upstream_failures_total\{server="broken"\} [1-9]/m);
  });

  it('[metrics-bounded] have no label that a tenant or caller can make up', () => {
    const values = [...series()].flatMap(([name, rows]) =>
      rows.flatMap((row) => Object.entries(row).map(([label, value]) => ({ name, label, value }))),
    );
    const servers = new Set(values.filter(({ label }) => label === 'server').map(({ value }) => value));
    expect(servers).toEqual(new Set(['demo', 'broken', 'gone', '(tenant)']));
    const made = /^(?:shop|taken|own)(?:\.|$)|unheard|acc_|tok_|app_/;
    expect(values.filter(({ value }) => made.test(value))).toEqual([]);
  });

  it('[metrics-dashboard] are what the dashboard in deploy/grafana asks for', () => {
    const { panels } = JSON.parse(readFileSync('deploy/grafana/gantry.json', 'utf8')) as {
      panels: Panel[];
    };
    const described = new Set([...text.matchAll(/^# HELP (\w+) /gm)].map(([, name]) => name));
    const all = series();
    // Labels that the scraper adds.
    const scraped = ['job', 'instance', 'le'];
    const faults = panels.flatMap(({ title, targets = [] }) =>
      targets.flatMap(({ expr, legendFormat }) => {
        const names = [...expr.matchAll(/\b(?:gantry|nodejs|process)_\w+/g)].map(([name]) => name);
        const grouped = [...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(', '));
        const selected = [...expr.matchAll(/(\w+)(?:=~|!=|=)"/g)].map(([, label = '']) => label);
        const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label);
        const labels = new Set([...grouped, ...selected].filter((label) => !scraped.includes(label)));
        return [
          ...(names.length === 0 ? [`${title}: no metric in ${expr}`] : []),
          ...names
            .filter((name) => !described.has(name.replace(/_(?:bucket|sum|count)$/, '')))
            .map((name) => `${title}: ${name} is not there`),
          ...names.flatMap((name) =>
            [...labels]
              .filter((label) => (all.get(name) ?? []).some((row) => !(label in row)))
              .map((label) => `${title}: ${name} has no label ${label}`),
          ),
          ...shown
            .filter((label) => expr.includes('by (') && !grouped.includes(label))
            .map((label) => `${title}: the legend shows ${label}, which is grouped away`),
        ];
      }),
    );
    expect(faults).toEqual([]);
    expect(panels.filter(({ targets }) => targets !== undefined).length).toBeGreaterThan(20);
  });
});

describe('The address of the metrics', () => {
  it('[metrics] are Prometheus text for the operator', async () => {
    const { status, headers, text } = await gateway.json('/metrics');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/plain/);
    expect(text).toContain(
      'gantry_http_request_duration_seconds_bucket{method="GET",route="/api/servers/:server/mcp/tools",status="503",le="0.005"}',
    );
    expect(text).toContain('route="unmatched"');
    expect(text).not.toContain('nobody');
    expect(text).toContain('process_resident_memory_bytes');
  });

  it('[metrics] are closed to others unless METRICS_PUBLIC says otherwise', async () => {
    expect((await fetch(`${gateway.url}/metrics`)).status).toBe(401);
    const changed = changeSettings(gateway, { METRICS_PUBLIC: true });
    expect((await fetch(`${gateway.url}/metrics`)).status).toBe(200);
    await changed.close();
  });
});
