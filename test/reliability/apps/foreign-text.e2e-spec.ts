import { closeAfterAll } from '../../support/closing.js';
import { AppsClient } from '../../support/clients/apps-client.js';
import { figure } from '../../support/measures/figures.js';
import { spawnGateway, type GatewayProcess } from '../../support/processes/gateway-process.js';
import { leastStallOf, longestStallOf, stallOnSignal } from '../../support/measures/longest-stall.js';
import { says } from '../../support/clients/sdk-apps.js';
import { ScriptedHttp } from '../../support/upstreams/scripted-http.js';

const open = closeAfterAll();
let upstream: ScriptedHttp;
let gateway: GatewayProcess;
let operator: AppsClient;
let app: string;

const mostMs = 50;
const tools = Array.from({ length: 1000 }, (_, index) => says(`tool_${String(index)}_of_many`, 'x'));

beforeAll(async () => {
  upstream = await open(ScriptedHttp.start(tools));
  gateway = await spawnGateway({ nodeOptions: stallOnSignal, env: { EGRESS_ALLOW: '127.0.0.1' } });
  const { url, token } = await gateway.ready();
  operator = new AppsClient(url, token);
  app = String((await operator.newApp('App'))['id']);
});

afterAll(() => gateway.stop());

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
const named = <T>(count: number, make: (index: number) => T) =>
  Object.fromEntries(many(count, (i) => [`n${String(i)}`, make(i)]));

/** Configs that are as long as they may be, or nearly so. */
const configs: readonly (readonly [string, () => object])[] = [
  ['128 KiB of what begins like a token', () => ({ 'x-note': '-eyJ'.repeat(32_768) })],
  ['1 MiB of what begins like a token', () => ({ 'x-note': '-eyJ'.repeat(250_000) })],
  [
    '1 MiB of what begins like a substitution',
    () => ({ chat: { system: '${'.repeat(32_000) }, 'x-note': '${'.repeat(450_000) }),
  ],
  [
    'a header that begins like a reference',
    () => ({ mcpServers: { s: { url: upstream.url, headers: { 'x-note': '${secret:'.repeat(6000) } } } }),
  ],
  ['many small members', () => ({ 'x-note': named(14_000, () => 1) })],
  ['many texts', () => ({ 'x-note': many(14_000, (i) => `a1B2c3D4-${String(i)}-e5F6g7H8i9J0k1L2`) })],
  ['many members that nobody knows', () => named(14_000, () => 1)],
  ['many lists', () => ({ 'x-note': many(7000, () => []) })],
  [
    'many overrides',
    () => ({ mcpServers: { s: { url: upstream.url, overrides: named(4500, () => ({ title: 'x' })) } } }),
  ],
  [
    'many patterns',
    () => ({
      mcpServers: {
        s: {
          url: upstream.url,
          tools: {
            allow: many(100, (i) => `*o*_*${String(i)}*_*x`),
            deny: many(100, (i) => `*_${String(i)}*_*x`),
          },
        },
      },
      policies: { requireApproval: many(100, (i) => `s__*${String(i)}*_*x`) },
    }),
  ],
  [
    'many servers with many headers',
    () => ({
      mcpServers: named(100, (i) => ({
        url: `https://h${String(i)}.example/`,
        headers: named(50, () => 'q8Zr41LmWx02Pv'),
      })),
    }),
  ],
  [
    'many large workflows',
    () => ({
      workflows: named(18, (i) => ({
        document: { dsl: '1.0.0', namespace: 'a', name: `n${String(i)}`, version: '1.0.0' },
        do: many(100, (step) => ({ [`s${String(step)}`]: { set: { a: '${ $input.a }', b: 'x' } } })),
      })),
    }),
  ],
];

describe('configs of the largest size', () => {
  const longest: number[] = [];

  afterAll(() => {
    figure('config-check-slices', {
      configs: longest.length,
      'longest stall ms': Math.max(...longest).toFixed(0),
    });
  });

  it.each(configs)('[config-check-slices] with %s hold nobody up', async (_, make) => {
    const body = JSON.stringify({ config: make() });
    let status = 0;
    const once = () =>
      longestStallOf(gateway, async () => {
        const response = await operator.fetch(`/api/cli/apps/${app}/config?dryRun=true`, {
          method: 'PUT',
          headers: { 'content-type': 'application/json', 'if-match': '*' },
          body,
        });
        status = response.status;
        await response.arrayBuffer();
      });
    const stall = await leastStallOf(mostMs, 6, once);
    longest.push(stall);
    expect([200, 422]).toContain(status);
    expect(stall).toBeLessThan(mostMs);
  });

  it('[config-header-bounds] may have so many headers per server, and so much in them', async () => {
    const save = (headers: object) =>
      operator.save(app, { mcpServers: { s: { url: upstream.url, headers } } });
    const tooMany = await save(named(51, () => 'x'));
    expect(tooMany).toMatchObject({ status: 422, body: { errors: [{ pointer: '/mcpServers/s/headers' }] } });
    expect(tooMany.text).toContain('MAX_SERVER_HEADERS');
    const tooMuch = await save(named(2, () => 'a b '.repeat(10_000)));
    expect(tooMuch.status).toBe(422);
    expect(tooMuch.text).toContain('MAX_SERVER_HEADER_BYTES');
    expect((await save(named(2, () => 'a b '.repeat(1000).trim()))).status).toBe(200);
  });
});
