import { closeAfterAll } from '../support/closing.js';
import { operatorOf, type AppsClient } from '../support/clients/apps-client.js';
import { startGateway } from '../support/gateway.js';
import type { Json } from '../support/clients/gateway-client.js';
import { strictFaults } from '../support/strict-subset.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { foreignStdio } from './servers.js';
import { npmStdio } from '../support/upstreams/npm-servers.js';
import { ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';

const open = closeAfterAll();
const folder = temporaryFolder();
let client: AppsClient;

interface Made {
  readonly function: { readonly name: string; readonly strict: boolean; readonly parameters: Json };
}

const echo = tool(
  'echo',
  (exchange) => {
    exchange.result({ content: [], structuredContent: exchange.args });
  },
  { inputSchema: { type: 'object', properties: { a: { type: 'string' }, b: { type: ['string', 'null'] } } } },
);

beforeAll(async () => {
  const scripted = await open(ScriptedHttp.start([echo]));
  const gateway = await open(
    startGateway({
      env: { LIST_DEADLINE_MS: 30_000 },
      mcpServers: {
        scripted: { url: scripted.url },
        everything: npmStdio.everything(),
        files: npmStdio.filesystem(folder.path),
        memory: npmStdio.memory(folder.file('memory.json')),
        context7: foreignStdio.context7(),
      },
    }),
  );
  client = operatorOf(gateway);
  const names = ['scripted', 'everything', 'files', 'memory', 'context7'];
  await client.newApp('a', { mcpServers: Object.fromEntries(names.map((name) => [name, { use: name }])) });
});

afterAll(() => {
  folder.remove();
});

const listed = async (query: string) => client.json(`/api/sdk/tools?app=a&limit=200&${query}`);

it('[strict-tools] gives the tools of all npm servers in the strict subset, or says why not', async () => {
  const { body } = await listed('format=openai&strict=true&refresh=true');
  const tools = body['tools'] as Made[];
  expect((body['servers'] as Json[]).map(({ status }) => status)).toEqual(Array(5).fill('ready'));
  expect(tools.length).toBeGreaterThan(30);
  const wrong = tools.flatMap(({ function: { name, strict, parameters } }) =>
    strict ? strictFaults(parameters).map((fault) => `${name} ${fault}`) : [],
  );
  expect(wrong).toEqual([]);
  const unexplained = tools.filter(
    ({ function: { strict, parameters } }) =>
      !strict && !/^The input .*\.$/.test(String(parameters['$comment'])),
  );
  expect(unexplained).toEqual([]);
  expect(tools.filter(({ function: { strict } }) => !strict).length).toBeLessThan(tools.length / 10);
  for (const { function: plain } of (await listed('format=openai')).body['tools'] as Made[])
    expect(plain).not.toHaveProperty('strict');
  for (const format of ['mcp', 'anthropic'])
    expect(await listed(`format=${format}&strict=true`)).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/strict' }] },
    });
});

it("[strict-calls] leaves out the model's null for an optional member at REST and SDK", async () => {
  const args = { a: null, b: null };
  const called = await client.call('scripted', 'echo', args);
  expect(called.body['structuredContent']).toEqual({ b: null });
  const body = { name: 'scripted__echo', arguments: args };
  expect((await client.json('/api/sdk/tools/call?app=a', { body })).body['structuredContent']).toEqual({
    b: null,
  });
});
