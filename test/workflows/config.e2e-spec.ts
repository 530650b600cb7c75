import { Ajv } from 'ajv';
import { personIn, type AppsClient } from '../support/clients/apps-client.js';
import { closeAfterAll } from '../support/closing.js';
import type { Answer, Json } from '../support/clients/gateway-client.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { waitFor } from '../support/wait-for.js';
import { answers, text } from '../support/upstreams/behaviours.js';
import { ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';
import { workflowEnv } from '../support/workflows/workflow-app.js';
import { documentedWorkflows, documentOf } from '../support/workflows/workflow-bench.js';

const open = closeAfterAll();
let gateway: TestGateway;
let ana: AppsClient;
let app: unknown;

const inputSchema = {
  type: 'object',
  required: ['id'],
  additionalProperties: false,
  properties: { id: { type: 'integer' }, labels: { type: 'array', items: { enum: ['bug', 'idea'] } } },
};

beforeAll(async () => {
  const hub = await open(
    ScriptedHttp.start([
      tool('label', answers(text('done')), { inputSchema }),
      tool('hidden', answers(text('x'))),
    ]),
  );
  gateway = await open(
    startGateway({
      env: { ...workflowEnv, EGRESS_ALLOW: ['127.0.0.1'] },
      mcpServers: { hub: { url: hub.url, tools: { deny: ['hid*'] } } },
    }),
  );
  ana = await personIn(gateway, 'acme');
  app = (await ana.newApp('App'))['id'];
});

function save(workflows: Json): Promise<Answer> {
  return ana.save(app, {
    mcpServers: { hub: { use: 'hub' }, gone: { url: 'http://127.0.0.1:9/mcp' } },
    workflows,
  });
}

const faultsOf = ({ body }: Answer): string[] =>
  ((body['errors'] ?? []) as Json[]).map(({ pointer, detail }) => `${String(pointer)} ${String(detail)}`);

describe('workflows in a config', () => {
  it('[workflow-document-faults] are refused with all that is wrong in all of them', async () => {
    const refused = await save({
      one: documentOf([{ a: { call: 'label@hub', with: { id: '${ 1 + }' } } }]),
      two: documentOf([{ a: { set: { x: '${ $foo }', y: '${ $random() }' } } }]),
      three: documentOf([{ a: { run: { shell: { command: 'ls' } } } }, { b: { call: 'grpc', with: {} } }]),
    });
    expect(refused).toMatchObject({ status: 422, body: { code: 'invalid-config' } });
    expect(faultsOf(refused)).toEqual([
      expect.stringContaining('/workflows/one/do/0/a/with/id is not JSONata'),
      '/workflows/two/do/0/a/set/x uses $foo, which is not known here',
      expect.stringContaining('/workflows/two/do/0/a/set/y uses $random, which is not allowed'),
      expect.stringContaining('/workflows/three/do/0/a/run/shell run: shell is not supported'),
      expect.stringContaining('/workflows/three/do/1/b/call call: grpc is not supported'),
    ]);
  });

  it('[workflow-calls-checked] call servers and tools that are there, with arguments that fit', async () => {
    const calls = (...tasks: Json[]): Json =>
      documentOf(tasks.map((task, index) => ({ [`t${String(index)}`]: task })));
    const faulty = {
      w: calls(
        { call: 'label@lost' },
        { call: 'nothing@hub' },
        { call: 'hidden@hub' },
        { call: 'label@hub', with: { labels: ['bug', 'x', '${ label }'], more: 1 } },
        { call: 'label@hub', with: { id: '${ id }', labels: '${ labels }' } },
        { call: 'anything@gone' },
      ),
    };
    // What a server has is known as soon as it has been reached.
    const refused = await waitFor('the tools of the server', async () => {
      const answer = await save(faulty);
      return faultsOf(answer).some((fault) => fault.includes('that hub has now')) && answer;
    });
    expect(faultsOf(refused)).toEqual([
      '/workflows/w/do/0/t0/call names no server of this app: lost',
      '/workflows/w/do/1/t1/call names no tool that hub has now: nothing',
      '/workflows/w/do/2/t2/call names no tool that hub has now: hidden',
      '/workflows/w/do/3/t3/with needs the member "id"',
      '/workflows/w/do/3/t3/with/labels/1 must be one of ["bug","idea"]',
      '/workflows/w/do/3/t3/with/more is not a member of this object',
    ]);
    expect(
      await save({ w: calls({ call: 'label@hub', with: { id: 7 } }, { call: 'anything@gone' }) }),
    ).toMatchObject({
      ...{ status: 200, body: { warnings: [{ code: 'server-unreachable' }] } },
    });
  });

  it('[workflow-schema] have a JSON Schema for editors, open to everybody', async () => {
    const response = await fetch(`${gateway.url}/schemas/workflow-1.json`);
    expect(response.status).toBe(200);
    const schema = (await response.json()) as Json;
    expect(schema['$id']).toBe(`${gateway.url}/schemas/workflow-1.json`);
    const accepts = new Ajv({ strict: false, code: { optimize: false } }).compile(schema);
    for (const document of documentedWorkflows().values()) expect(accepts(document)).toBe(true);
    expect(accepts(documentOf([{ a: { run: { shell: {} } } }]))).toBe(false);
    expect(accepts(documentOf([{ a: { call: 'x@y', wth: {} } }]))).toBe(false);
  });

  it('[workflow-hostile] that are too large or too deep are refused by name', async () => {
    const nested = (levels: number): Json =>
      levels === 0 ? { wait: 'PT1S' } : { do: [{ inner: nested(levels - 1) }] };
    const refused = await save({
      large: documentOf([{ a: { set: { x: 'x'.repeat(300_000) } } }]),
      deep: documentOf([{ a: nested(20) }]),
    });
    expect(faultsOf(refused)).toEqual([
      '/workflows/large has more than 262144 bytes (WORKFLOW_MAX_BYTES)',
      expect.stringContaining('nests deeper than 16 lists (WORKFLOW_MAX_NESTING)'),
    ]);
    expect(await save({ deep: documentOf([{ a: nested(1000) }]) })).toMatchObject({
      body: { code: 'json-too-deep' },
    });
  });
});
