import { closeAfterAll } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { errorOf, NativeClient, type NativeAnswer } from '../../support/clients/native-client.js';
import { createApp, type TestApp } from '../../support/clients/sdk-apps.js';
import { waitFor } from '../../support/wait-for.js';
import { answers } from '../../support/upstreams/behaviours.js';
import { ScriptedHttp } from '../../support/upstreams/scripted-http.js';

const open = closeAfterAll();
const odd = 'note://one?q=a%20b&x=%C5%BE/y';
let servers: Record<string, ScriptedHttp>;
let gateway: TestGateway;
let app: TestApp;

/** A server that has the addresses of the others, too; which one has answered is in the contents, behind the address that it was asked for. */
async function server(name: string): Promise<ScriptedHttp> {
  const made = await open(ScriptedHttp.start());
  made.capabilities = { resources: { listChanged: true, subscribe: true }, completions: {} };
  made.resources = [
    { uri: 'note://one', name },
    { uri: odd, name },
    { uri: 'gantry://one/note%3A%2F%2Fone', name },
  ];
  made.resourceTemplates = [{ uriTemplate: 'item://{id}', name }];
  made.methods.set('resources/read', (exchange) => {
    const { uri } = exchange.params;
    exchange.result({ contents: [{ uri, text: `${name} ${String(uri)}` }] });
  });
  made.methods.set('completion/complete', (exchange) => {
    exchange.result({ completion: { values: [name, String((exchange.params['ref'] as Json)['uri'])] } });
  });
  for (const method of ['resources/subscribe', 'resources/unsubscribe'])
    made.methods.set(method, answers({}));
  return made;
}

beforeAll(async () => {
  servers = { one: await server('one'), two: await server('two') };
  const mcpServers = Object.fromEntries(Object.entries(servers).map(([name, { url }]) => [name, { url }]));
  gateway = await open(startGateway({ mcpServers }));
  app = await createApp(gateway, 'shop', { mcpServers: { one: { use: 'one' }, two: { use: 'two' } } });
});

interface Asker {
  readonly client: NativeClient;
  readonly ask: (method: string, params?: Json) => Promise<NativeAnswer>;
}

async function asker(era: string): Promise<Asker> {
  const client = new NativeClient(`${gateway.url}/api/apps/shop/mcp`, app.token);
  if (era === '2025') await client.initialize();
  const ask = (method: string, params: Json = {}) =>
    era === '2025' ? client.request(method, params) : client.modern(method, params);
  return { client, ask };
}

const listOf = (answer: NativeAnswer, member: string): Json[] =>
  (answer.messages.at(-1)?.['result'] as Json)[member] as Json[];

describe.each(['2025', '2026'])('An address that two servers of an app have, for a client of %s,', (era) => {
  it('[app-native-addresses] is listed twice under two addresses, each of which is read at its server', async () => {
    const { ask } = await asker(era);
    const resources = listOf(await ask('resources/list'), 'resources');
    const uris = resources.map(({ uri }) => String(uri));
    expect(new Set(uris).size).toBe(6);
    expect(uris.slice(0, 2)).toEqual(['note://one', odd]);
    expect(uris).toContain('gantry://two/note%3A%2F%2Fone');
    for (const [index, { uri, name }] of resources.entries()) {
      const contents = listOf(await ask('resources/read', { uri }), 'contents');
      const asked = servers['one']?.resources[index % 3]?.['uri'];
      expect(contents[0]?.['text']).toBe(`${String(name)} ${String(asked)}`);
    }
  });

  it('[app-native-addresses] that comes from a template, too', async () => {
    const { ask } = await asker(era);
    const templates = listOf(await ask('resources/templates/list'), 'resourceTemplates');
    expect(templates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'item://{id}',
      'gantry://two/item://{id}',
    ]);
    for (const { uriTemplate, name } of templates) {
      const uri = String(uriTemplate).replace('{id}', 'a%2Fb');
      const contents = listOf(await ask('resources/read', { uri }), 'contents');
      expect(contents[0]?.['text']).toBe(`${String(name)} item://a%2Fb`);
      const completed = await ask('completion/complete', {
        ref: { type: 'ref/resource', uri: uriTemplate },
        argument: { name: 'id', value: '' },
      });
      expect(completed.text).toContain(`["${String(name)}","item://{id}"]`);
    }
  });

  it('[app-native-addresses] is subscribed to at its server', async () => {
    const { client, ask } = await asker(era);
    const uri = 'gantry://two/note%3A%2F%2Fone';
    if (era === '2025') await ask('resources/subscribe', { uri });
    const stream = await open(
      era === '2025' ? client.stream() : client.listen({ resourceSubscriptions: [uri] }),
    );
    const updates = () => stream.of('notifications/resources/updated').map(({ params }) => params as Json);
    await waitFor('the update', () => {
      servers['one']?.broadcast('notifications/resources/updated', { uri: 'note://one' });
      servers['two']?.broadcast('notifications/resources/updated', { uri: 'note://one' });
      return updates().length > 0;
    });
    expect(new Set(updates().map((params) => params['uri']))).toEqual(new Set([uri]));
  });

  it('[app-native-addresses] of no server is -32602', async () => {
    const { ask } = await asker(era);
    for (const uri of ['gantry://nobody/note%3A%2F%2Fone', 'gantry://two', 'gantry://']) {
      const answer = await ask('resources/read', { uri });
      expect([answer.status, errorOf(answer)?.['code']]).toEqual([200, -32602]);
    }
    const broken = await ask('resources/read', { uri: 'gantry://two/%ff' });
    expect(listOf(broken, 'contents')[0]?.['text']).toBe('two %ff');
  });
});
