import { AccessTokens } from '../../src/accounts/tokens/access-tokens.service.js';
import { scopes, type Scope } from '../../src/kernel/principal.js';
import { problemCatalogue } from '../../src/kernel/problems/problem-catalogue.js';
import { personIn } from '../support/clients/apps-client.js';
import { closeAfterAll } from '../support/closing.js';
import { figure } from '../support/measures/figures.js';
import { Fuzzer } from '../support/fuzz/fuzzer.js';
import type { ValueMaker } from '../support/fuzz/value-maker.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { GatewayClient } from '../support/clients/gateway-client.js';
import type { OpenApiDocument } from '../support/openapi-document.js';
import { says } from '../support/clients/sdk-apps.js';
import { echo, ScriptedHttp } from '../support/upstreams/scripted-http.js';

const cases = Number(process.env['FUZZ_CASES'] ?? 2200);
const seed = Number(process.env['FUZZ_SEED'] ?? 28);

const open = closeAfterAll();

describe('Every operation of the OpenAPI document', () => {
  it(
    '[fuzz-documented] answers whatever it is sent as the document says, and never with a failure of its own',
    async () => {
      const upstream = await open(ScriptedHttp.start([echo, says('hello', 'hello')]));
      const gateway = await open(
        startGateway({
          mcpServers: { demo: { url: upstream.url } },
          env: { MAX_APPS: 100_000, WRONG_TOKENS_PER_MINUTE: 1_000_000 },
        }),
      );
      const document = (await (await fetch(`${gateway.url}/api/openapi.json`)).json()) as OpenApiDocument;
      const fuzzer = await open(new Fuzzer(gateway.url, document));
      const cast = new Cast(gateway);
      const report = await fuzzer.run({
        ...{ seed, cases },
        callers: cast.callers,
        refresh: (values) => cast.refresh(values),
      });
      expect({ seed, faults: report.faults }).toEqual({ seed, faults: [] });
      expect(gateway.logs('request.failed')).toEqual([]);
      const succeeded = [...report.answers.keys()].filter((label) => / 20\d$/.test(label));
      const statuses = [...report.answers].map(
        ([label, count]) => [label.split(' ')[1] ?? '', count] as const,
      );
      const share = (kind: string) =>
        statuses.reduce((sum, [status, count]) => sum + (status.startsWith(kind) ? count : 0), 0);
      figure('28', {
        ...{ seed, requests: cases, operations: new Set([...report.answers.keys()].map(operationOf)).size },
        ...{ '2xx and 3xx': share('2') + share('3'), '4xx': share('4') },
        ...{ '5xx of servers': share('5'), faults: report.faults.length },
      });
      // Most operations were reached, not only their doors.
      expect(succeeded.length).toBeGreaterThan(Object.keys(document.paths).length / 2);
      expect((await fetch(`${gateway.url}/health/ready`)).status).toBe(200);
    },
    120_000 + cases * 40,
  );
});

const workflow = (name: string, task: object) => ({
  document: { dsl: '1.0.3', namespace: 'fuzz', name, version: '1.0.0' },
  evaluate: { language: 'jsonata' },
  do: [{ only: task }],
});
const config = {
  mcpServers: { demo: { use: 'demo' } },
  workflows: {
    greet: workflow('greet', { call: 'hello@demo' }),
  },
};
const client = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'fuzz', version: '1' },
};
/** What leads further than through the door, by the name of the member or parameter. */
const leads: readonly (readonly [string, ...unknown[]])[] = [
  ['name', 'echo', 'hello', 'demo__echo', 'demo__hello', 'greet', 'demo__greet', 'SECRET_1'],
  ['uri', 'note://one', 'note://two'],
  ['timeoutMs', 500],
  ['q', 'echo'],
  ['limit', 10],
  ['arguments', {}],
  ['workflow', 'greet'],
  ['type', 'go'],
  ['mode', 'sync', 'async'],
  ['jsonrpc', '2.0'],
  ['code', ...Object.keys(problemCatalogue).slice(0, 5)],
  [
    'method',
    'initialize',
    'ping',
    'tools/list',
    'tools/call',
    'resources/read',
    'prompts/get',
    'server/discover',
  ],
  ['params', client, {}, { name: 'echo', arguments: {} }, { uri: 'note://one' }, { name: 'greet' }],
];

/** Who asks, and the things that they ask for. */
class Cast {
  private self: Awaited<ReturnType<typeof whoIs>> | undefined;
  private operator = '';
  private owner = '';
  private key = '';
  private apps = 0;
  private stranger: Awaited<ReturnType<typeof personIn>> | undefined;

  constructor(private readonly gateway: TestGateway) {}

  readonly callers = {
    operator: () => `Bearer ${this.operator}`,
    app: () => `Bearer ${this.key}`,
    limited: () => `Bearer ${this.owner}`,
    stranger: () => `Bearer ${this.stranger?.token ?? ''}`,
    nobody: () => undefined,
    forger: () => `Bearer gtu_${'x'.repeat(40)}`,
    mumbler: () => 'Basic eDp5',
  };

  /** New tokens, and the app as it was: some requests end the ones and delete or change the other. */
  async refresh(values: ValueMaker): Promise<void> {
    const { gateway } = this;
    this.self ??= await whoIs(gateway);
    this.operator = await this.mint(scopes);
    this.owner = await this.mint(['tools:read']);
    this.stranger = await personIn(gateway, this.stranger?.accountId ?? 'strangers');
    const slug = `shop-${String(++this.apps)}`;
    const client = new GatewayClient(gateway.url, this.operator);
    await client.json('/api/cli/apps', { body: { name: 'Shop', slug, config } });
    const made = await client.json(`/api/cli/apps/${slug}/keys`, { body: {} });
    this.key = String(made.body['key']);
    values.give('app', slug);
    values.give('server', 'demo', `${slug}.demo`);
    values.give(
      'config',
      config,
      { mcpServers: {} },
      { mcpServers: { other: { url: 'https://mcp.example/' } } },
    );
    values.give('version', 1);
    for (const [name, ...worthwhile] of leads) values.give(name, ...worthwhile);
  }

  private async mint(rights: readonly Scope[]): Promise<string> {
    const tokens = this.gateway.app.get(AccessTokens, { strict: false });
    if (this.self === undefined) throw new Error('refresh comes first');
    return (await tokens.issueToUser({ ...this.self, name: 'fuzz', scopes: rights, source: 'device' })).text;
  }
}

/** `callTool` of `callTool 200`. */
function operationOf(label: string): string {
  return label.split(' ')[0] ?? '';
}

/** The operator, while the first token still lives. */
async function whoIs(gateway: TestGateway): Promise<{ accountId: string; userId: string }> {
  const { body } = await gateway.json('/api/cli/auth/me');
  return { accountId: idOf(body['account']), userId: idOf(body['user']) };
}

function idOf(value: unknown): string {
  return (value as { readonly id: string }).id;
}
