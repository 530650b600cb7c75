import { closeAfterAll } from '../../support/closing.js';
import { figure } from '../../support/measures/figures.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { ownTime } from '../../support/measures/own-time.js';
import { ScriptedHttp } from '../../support/upstreams/scripted-http.js';

const open = closeAfterAll();
let upstream: ScriptedHttp;
let gateway: TestGateway;

beforeAll(async () => {
  upstream = await open(ScriptedHttp.start());
  gateway = await open(startGateway({ mcpServers: { s: { url: upstream.url } } }));
});

describe('bad bodies', () => {
  const nested = `{"name":"echo","arguments":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`;
  const bodies: readonly (readonly [string, string | Buffer])[] = [
    ['no JSON', 'hello'],
    ['half of JSON', '{"name":"ec'],
    ['100,000 levels', nested],
    ['a member twice', '{"name":"echo","name":"echo","uri":"a","uri":"b"}'],
    ['half of a surrogate pair', '{"name":"echo","uri":"a","arguments":{"a":"\\ud800"}}'],
    ['a byte order mark', '\ufeff{"name":"echo","uri":"a"}'],
    ['__proto__', '{"name":"echo","uri":"a","arguments":{"__proto__":{"polluted":true}}}'],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ['a number that is none', '{"name":"echo","uri":"a","timeoutMs":NaN}'],
    ['null', 'null'],
    ['a string', '"echo"'],
    ['a long string', JSON.stringify({ name: 'x'.repeat(1_000_000), uri: 'x'.repeat(1_000_000) })],
  ];
  const operations = ['call', 'resources/read', 'prompts/get'];
  const quickest: number[] = [];

  afterAll(() => {
    if (quickest.length > 0)
      figure('bad-input', {
        'to the calls of a server': quickest.length,
        'slowest ms': Math.max(...quickest).toFixed(0),
      });
  });

  it.each(operations.flatMap((operation) => bodies.map(([name, body]) => [operation, name, body] as const)))(
    '[bad-input] %s with %s is refused by name',
    async (operation, _, body) => {
      const times: number[] = [];
      do {
        const startedAt = ownTime();
        const response = await gateway.fetch(`/api/servers/s/mcp/${operation}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: typeof body === 'string' ? body : new Uint8Array(body),
        });
        const problem = (await response.json()) as { code: string };
        times.push(ownTime() - startedAt);
        expect(response.status).toBe(400);
        expect(['malformed-json', 'json-too-deep', 'invalid-request']).toContain(problem.code);
      } while (Math.min(...times) >= 100 && times.length < 50);
      quickest.push(Math.min(...times));
      expect(Math.min(...times)).toBeLessThan(100);
      expect(upstream.executed).toEqual([]);
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    },
  );

  it('[bad-input] leaves the gateway as it was', async () => {
    expect((await gateway.call('s', 'echo', { a: 1 })).status).toBe(200);
    expect(upstream.executed).toEqual(['echo']);
  });
});
