import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import type { Json } from '../support/clients/gateway-client.js';
import { shopAt } from '../support/clients/sdk-apps.js';
import { answers } from '../support/upstreams/behaviours.js';
import { echo } from '../support/upstreams/scripted-http.js';

const open = closeAfterAll();
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await open(startGateway());
});

async function twoServers() {
  const made = await shopAt(gateway, open, { one: [echo], two: [echo] });
  const { one, two } = made.upstreams;
  if (one === undefined || two === undefined) throw new Error('both are there');
  two.resources = [
    { uri: 'note://one', name: 'same' },
    { uri: 'file:///two.txt', name: 'two', 'x-odd': 1 },
  ];
  two.resourceTemplates = [{ uriTemplate: 'file:///{path}', name: 'files' }];
  const contents = (text: string) => answers({ contents: [{ uri: 'x', text }] });
  one.methods.set('resources/read', contents('from one'));
  two.methods.set('resources/read', contents('from two'));
  const read = (uri: string, more: Json = {}) =>
    made.app.json('/api/sdk/resources/read', { body: { uri, ...more } });
  return { ...made, one, two, read };
}
const textOf = ({ body }: { body: Json }) => (body['contents'] as Json[] | undefined)?.[0]?.['text'];

describe('the resources of an app', () => {
  it('[sdk-resources] are those of all servers, each with its server, and the templates too', async () => {
    const { app } = await twoServers();
    const { status, body, headers } = await app.json('/api/sdk/resources');
    expect(status).toBe(200);
    expect(body).toEqual({
      resources: [
        { uri: 'note://one', name: 'one', server: 'one' },
        { uri: 'note://one', name: 'same', server: 'two' },
        { uri: 'file:///two.txt', name: 'two', server: 'two', 'x-odd': 1 },
      ],
      resourceTemplates: [
        { uriTemplate: 'note://{id}', name: 'notes', server: 'one' },
        { uriTemplate: 'file:///{path}', name: 'files', server: 'two' },
      ],
      servers: [
        { name: 'one', status: 'ready' },
        { name: 'two', status: 'ready' },
      ],
    });
    const etag = String(headers.get('etag'));
    expect((await app.json('/api/sdk/resources', { headers: { 'if-none-match': etag } })).status).toBe(304);
    const page = await app.json('/api/sdk/resources?limit=2');
    const next = await app.json(`/api/sdk/resources?cursor=${page.body['nextCursor'] as string}`);
    expect(next.body).toMatchObject({ resources: [{ name: 'two' }], resourceTemplates: [] });
    expect((await app.json('/api/sdk/resources?server=one')).body['resources']).toHaveLength(1);
  });

  it('[sdk-resources] are read at the server that lists them, or that has a template for them', async () => {
    const { read } = await twoServers();
    expect(textOf(await read('file:///two.txt'))).toBe('from two');
    expect(textOf(await read('file:///not/listed'))).toBe('from two');
    expect(textOf(await read('note://not-listed'))).toBe('from one');
    expect(textOf(await read('other://x', { server: 'one' }))).toBe('from one');
    expect(await read('other://x')).toMatchObject({ status: 404, body: { code: 'resource-not-found' } });
    expect(await read('x', { server: 'three' })).toMatchObject({
      status: 404,
      body: { code: 'server-not-found' },
    });
    expect(await read('x', { app: 'shop' })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/app' }] },
    });
  });

  it('[ambiguous-resource] must name their server when two have them', async () => {
    const { read, one, two } = await twoServers();
    const refused = await read('note://one');
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'ambiguous-resource', servers: ['one', 'two'] },
    });
    expect([...one.of('resources/read'), ...two.of('resources/read')]).toEqual([]);
    expect(textOf(await read('note://one', { server: 'two' }))).toBe('from two');
  });

  it('[sdk-fail-open] are listed without a server that is down', async () => {
    const { app, two } = await twoServers();
    await two.close();
    const { status, body } = await app.json('/api/sdk/resources');
    expect(status).toBe(200);
    expect(body['resources']).toHaveLength(1);
    expect(body['servers']).toMatchObject([
      { status: 'ready' },
      { name: 'two', error: { code: 'upstream-unavailable' } },
    ]);
  });
});

describe('the prompts of an app', () => {
  it('[sdk-prompts] have names like tools, and are got by them', async () => {
    const { app, two } = await twoServers();
    two.prompts = [{ name: 'greet' }, { name: 'greet.politely', title: 'Greet', 'x-odd': 1 }];
    const { body } = await app.json('/api/sdk/prompts');
    const prompts = body['prompts'] as Json[];
    expect(prompts).toEqual([
      { name: 'one__greet', server: 'one', prompt: 'greet', arguments: [{ name: 'who', required: true }] },
      { name: 'two__greet', server: 'two', prompt: 'greet' },
      {
        name: expect.stringMatching(/^two__greet_politely_\d[a-z\d]{9}$/),
        ...{ server: 'two', prompt: 'greet.politely', title: 'Greet', 'x-odd': 1 },
      },
    ]);
    const get = (name: unknown, who?: string) =>
      app.json('/api/sdk/prompts/get', {
        body: { name, ...(who === undefined ? {} : { arguments: { who } }) },
      });
    expect((await get('one__greet', 'Ana')).body).toMatchObject({
      messages: [{ content: { text: 'Hello Ana' } }],
    });
    expect((await get(prompts[2]?.['name'], 'Bo')).body).toMatchObject({ description: 'A greeting' });
    expect(two.of('prompts/get').at(-1)?.rpc?.params['name']).toBe('greet.politely');
    expect(await get('one__greet')).toMatchObject({ status: 422, body: { code: 'invalid-params' } });
    for (const name of ['one__nothing', 'greet', 'three__greet'])
      expect(await get(name, 'x')).toMatchObject({ status: 404, body: { code: 'prompt-not-found' } });
  });
});
