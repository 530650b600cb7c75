import { createApp } from '../../support/clients/sdk-apps.js';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { answers, nested, text, writes } from '../../support/upstreams/behaviours.js';
import { ScriptedHttp, tool } from '../../support/upstreams/scripted-http.js';
import { call, doing, Workflows } from '../../support/workflows/workflow-app.js';

const open = closeAfterAll();
const structured = (value: string) =>
  writes(`{"jsonrpc":"2.0","id":$id,"result":{"content":[],"structuredContent":{"a":${value}}}}`);
const tools = [
  tool('deep', answers(text(nested(5000)))),
  tool('level', answers(text(nested(100)))),
  tool('brackets', answers(text(`no JSON: ${'['.repeat(200)}`))),
  tool('many', answers(text(`[${'0,'.repeat(60_000)}0]`))),
  tool('long', answers(text(`"${'x'.repeat(4 * 65_536)}"`))),
  tool('mixed', answers(text('ü😀"\\'.repeat(2000)))),
  tool('structure', structured(nested(5000))),
  tool('wide', structured(`"${'x'.repeat(4 * 65_536)}"`)),
];
let gateway: TestGateway;

beforeAll(async () => {
  const upstream = await open(ScriptedHttp.start(tools));
  const shaped = (shape: object) => ({ url: upstream.url, tools: { shape: { '*': shape } } });
  gateway = await open(
    startGateway({
      mcpServers: {
        plain: { url: upstream.url },
        picked: shaped({ pick: '$type($)' }),
        cut: shaped({ maxBytes: 5000 }),
        gone: shaped({ maxBytes: 5000, overflow: 'cut' }),
        whole: shaped({ maxBytes: 10_000_000 }),
      },
      env: { WORKFLOW_MAX_RESULT_BYTES: 65_536, MAX_RESULT_ELEMENTS: 50_000, WORKFLOW_EXPRESSION_MS: 10_000 },
    }),
  );
});

describe('Results that an expression reads', () => {
  it.each([
    ['deep', 'nests deeper than 100 levels'],
    ['structure', 'nests deeper than 100 levels'],
    ['many', 'MAX_RESULT_ELEMENTS'],
    ['long', 'WORKFLOW_MAX_RESULT_BYTES'],
    ['wide', 'WORKFLOW_MAX_RESULT_BYTES'],
  ])('[shape-bounds] an expression refuses the result %s by name: %s', async (name, detail) => {
    const { status, body } = await gateway.call('picked', name);
    expect({ status, body }).toMatchObject({
      ...{
        status: 502,
        body: { code: 'result-not-shaped', detail: expect.stringContaining(detail) as string },
      },
    });
  });

  it('[shape-bounds] an expression reads what is within the limits, and text that is not JSON', async () => {
    expect((await gateway.call('picked', 'level')).body).toMatchObject({ content: [{ text: 'array' }] });
    expect((await gateway.call('picked', 'brackets')).body).toMatchObject({ content: [{ text: 'string' }] });
  });
});

describe('Results that are cut', () => {
  it.each(['cut', 'gone', 'whole'])(
    '[shape-bounds] deep results are cut or refused at %s',
    async (server) => {
      const texts = await gateway.call(server, 'deep');
      expect(texts.status).toBe(200);
      const { status, body } = await gateway.call(server, 'structure');
      expect({ status, body }).toMatchObject({ status: 502, body: { code: 'result-not-shaped' } });
    },
  );

  it('[shape-bounds] a text is cut to a whole character, as long as there is room', async () => {
    const { body } = await gateway.call('gone', 'mixed');
    const [{ text: said = '' } = {}] = body['content'] as { text?: string }[];
    expect('ü😀"\\'.repeat(2000).startsWith(said)).toBe(true);
    expect(said.isWellFormed()).toBe(true);
    const bytes = Buffer.byteLength(JSON.stringify({ ...body, resultType: 'complete' }));
    expect(bytes).toBeLessThanOrEqual(5000);
    expect(bytes).toBeGreaterThan(4990);
  });
});

it('[shape-bounds] a step of a workflow refuses results that nest too deeply', async () => {
  const app = await createApp(gateway, 'shop', {
    mcpServers: { one: { use: 'plain' } },
    workflows: {
      text: doing([{ first: call('deep') }]),
      structure: doing([{ first: call('structure') }]),
      level: doing([{ first: call('level') }]),
    },
  });
  const workflows = new Workflows(app);
  for (const name of ['text', 'structure']) {
    const { body } = await workflows.execute(name);
    expect(JSON.stringify(body)).toContain('nests deeper than 100 levels');
  }
  expect((await workflows.execute('level')).body).toMatchObject({ status: 'completed' });
});
