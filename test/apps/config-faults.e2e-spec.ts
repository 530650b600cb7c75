import { z } from 'zod';
import { closeAfterAll } from '../support/closing.js';
import { personIn, type AppsClient } from '../support/clients/apps-client.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import type { Answer, Json } from '../support/clients/gateway-client.js';
import { says } from '../support/clients/sdk-apps.js';
import { waitFor } from '../support/wait-for.js';
import { hangs } from '../support/upstreams/behaviours.js';
import { ScriptedHttp } from '../support/upstreams/scripted-http.js';
import { stdioServer } from '../support/upstreams/stdio.js';

const open = closeAfterAll();
let upstream: ScriptedHttp;
let gateway: TestGateway;
let ana: AppsClient;
let count = 0;

beforeAll(async () => {
  upstream = await open(ScriptedHttp.start([says('search_code', 'x'), says('get_issue', 'x')]));
  gateway = await open(
    startGateway({
      // A save that waited for a connection attempt to end would come too late for a test.
      env: { EGRESS_ALLOW: ['127.0.0.1'], CONNECT_TIMEOUT_MS: 600_000 },
      mcpServers: { files: stdioServer(), hub: { url: upstream.url, tools: { deny: ['get_*'] } } },
    }),
  );
  ana = await personIn(gateway, 'acme');
});

async function newApp(config?: Json): Promise<string> {
  return String((await ana.newApp(`App ${String(++count)}`, config))['id']);
}

const remote = (more: Json = {}): Json => ({ mcpServers: { s: { url: upstream.url, ...more } } });
const pointersOf = ({ body }: Answer): string[] =>
  ((body['errors'] ?? []) as Json[]).map(({ pointer }) => String(pointer));
const warningsOf = ({ body }: Answer): string[] =>
  ((body['warnings'] ?? []) as Json[]).map(({ code, pointer }) => `${String(code)} ${String(pointer)}`);

describe('what is wrong with a config', () => {
  it('[config-faults-all] is said all at once, each with its pointer', async () => {
    const app = await newApp();
    const refused = await ana.save(app, {
      mcpServers: {
        'Bad Name': { url: upstream.url },
        both: { url: upstream.url, use: 'files' },
        none: {},
        odd: { url: upstream.url, args: ['x'], colour: 'red', timeoutMs: 0, 'x-note': 'fine' },
        ftp: { url: 'ftp://x/' },
        creds: { url: 'https://u:p@x.example/' },
        head: { url: upstream.url, headers: { 'bad header': 'x', Host: 'x', Ok: 'a\nb', Fine: '1' } },
        twice: { url: upstream.url, headers: { 'X-Key': 'a', 'x-key': 'b' } },
        over: { url: upstream.url, overrides: { t: { colour: 1 } }, tools: { allow: 'x' } },
        lost: { use: 'unpublished' },
        taken: { use: 'files', notSecret: ['A'] },
      },
      polices: {},
      policies: { toolPinning: 'maybe', requireApproval: [7] },
      chat: { maxSteps: 21 },
      workflows: { 'not ok': {}, text: 'x' },
      'x-anything': { goes: true },
    });
    expect(refused).toMatchObject({ status: 422, body: { code: 'invalid-config' } });
    expect(pointersOf(refused).sort()).toEqual(
      [
        '/mcpServers/Bad Name',
        '/mcpServers/both',
        '/mcpServers/lost/use',
        '/mcpServers/taken/notSecret',
        '/mcpServers/none',
        '/mcpServers/odd/args',
        '/mcpServers/odd/colour',
        '/mcpServers/odd/timeoutMs',
        '/mcpServers/ftp/url',
        '/mcpServers/creds/url',
        '/mcpServers/head/headers/bad header',
        '/mcpServers/head/headers/Host',
        '/mcpServers/head/headers/Ok',
        '/mcpServers/twice/headers/x-key',
        '/mcpServers/over/overrides/t/colour',
        '/mcpServers/over/tools/allow',
        '/polices',
        '/policies/toolPinning',
        '/policies/requireApproval/0',
        '/chat/maxSteps',
        '/workflows/not ok',
        '/workflows/text',
      ].sort(),
    );
    expect((await ana.app(app, '/config')).body['version']).toBe(1);
  });

  it('[config-faults-all] is a published server that does not exist', async () => {
    const app = await newApp();
    const refused = await ana.save(app, { mcpServers: { a: { use: 'nobody' }, b: { use: 'files' } } });
    expect(refused).toMatchObject({ status: 422, body: { code: 'invalid-config' } });
    expect(pointersOf(refused)).toEqual(['/mcpServers/a/use']);
  });

  it.each([
    ['url', '${secret:HOST}', '/mcpServers/s/url'],
    ['url', 'https://${env:HOST}/', '/mcpServers/s/url'],
    ['headers', { A: 'Bearer ${env:TOKEN}' }, '/mcpServers/s/headers/A'],
    ['headers', { A: '${input:token}' }, '/mcpServers/s/headers/A'],
    ['headers', { A: '${TOKEN}' }, '/mcpServers/s/headers/A'],
    ['headers', { A: '${secret:lower}' }, '/mcpServers/s/headers/A'],
    ['headers', { A: '${secret:}' }, '/mcpServers/s/headers/A'],
    ['headers', { A: '${secret:A}${env:B}' }, '/mcpServers/s/headers/A'],
    ['headers', { A: '${secret:${secret:A}}' }, '/mcpServers/s/headers/A'],
    ['description', 'see ${env:HOME}', '/mcpServers/s/description'],
  ])('[substitution-only-secrets] is a substitution in %s such as %j', async (member, value, pointer) => {
    const app = await newApp();
    const refused = await ana.save(app, remote({ [member]: value }));
    expect(refused).toMatchObject({ status: 422, body: { code: 'invalid-config' } });
    expect(pointersOf(refused)).toEqual([pointer]);
    expect(refused.text).toMatch(/replaced|name a secret/);
  });

  it('[substitution-only-secrets] comes with advice: which secret to set', async () => {
    const app = await newApp();
    const refused = await ana.save(app, remote({ headers: { A: 'Bearer ${env:github-token}' } }));
    expect(refused.text).toContain('${secret:GITHUB_TOKEN}');
    const chat = await ana.save(app, { chat: { system: 'use ${secret:KEY}' } });
    expect(pointersOf(chat)).toEqual(['/chat/system']);
  });

  it.each([
    '{"mcpServers":{"__proto__":{"url":"https://x.example"}}}',
    '{"__proto__":{"polluted":true}}',
    '{"mcpServers":{"constructor":{"url":"https://x.example"}}}',
    '{"mcpServers":{"prototype":{"url":"https://x.example"}}}',
    '{"mcpServers":{"s":{"url":"https://x.example","headers":{"constructor":"x"}}}}',
    '{"mcpServers":{"s":{"url":"https://x.example","overrides":{"constructor":{"name":"x"}}}}}',
    '{"workflows":{"constructor":{}}}',
    '{"x-free":{"constructor":{"prototype":{"polluted":true}}}}',
    '{"x-free":[{"prototype":1}]}',
  ])('[prototype-names] is a name that every object has: %s', async (config) => {
    const app = await newApp();
    const refused = await ana.app(app, '/config', {
      method: 'PUT',
      headers: { 'if-match': '*' },
      body: `{"config":${config}}`,
    });
    expect([400, 422]).toContain(refused.status);
    expect(['malformed-json', 'invalid-config']).toContain(refused.body['code']);
    expect(({} as Json)['polluted']).toBeUndefined();
    expect((await ana.app(app, '/config')).body['version']).toBe(1);
  });
});

/** Saves until the servers that can be reached have been: on a busy machine they may be late. */
const savedWhenReached = (app: unknown, config: Json, unreachable = 0, query = ''): Promise<Answer> =>
  waitFor('the servers to be reached', async () => {
    const answer = await ana.save(app, config, { query });
    const missing = warningsOf(answer).filter((warning) => warning.startsWith('server-unreachable'));
    return missing.length === unreachable && answer;
  });

describe('warnings about a config', () => {
  it('[config-warnings] name patterns and overrides that fit no tool', async () => {
    const app = await newApp();
    const saved = await savedWhenReached(app, {
      mcpServers: {
        s: {
          url: upstream.url,
          tools: { allow: ['search_*', 'serach_*'], deny: ['drop_*'] },
          overrides: { get_issue: { title: 'Issue' }, get_isue: { title: 'Typo' } },
        },
        used: { use: 'hub', tools: { allow: ['get_issue', 'search_code'] } },
      },
      policies: { requireApproval: ['s__search*', 'used__search_code', 's__get_issue', '*__delete_*'] },
    });
    expect(saved.status).toBe(200);
    expect(warningsOf(saved)).toEqual([
      'pattern-matches-nothing /mcpServers/s/tools/allow/1',
      'pattern-matches-nothing /mcpServers/s/tools/deny/0',
      'pattern-matches-nothing /mcpServers/s/overrides/get_isue',
      'pattern-matches-nothing /mcpServers/used/tools/allow/0',
      'pattern-matches-nothing /policies/requireApproval/2',
      'pattern-matches-nothing /policies/requireApproval/3',
    ]);
  });

  it('[config-warnings] name literals that look like credentials, and never show them', async () => {
    const app = await newApp();
    const github = `ghp_${'a1B2c3D4e5'.repeat(4)}`;
    const saved = await savedWhenReached(app, {
      mcpServers: {
        s: {
          url: `${upstream.url}?api_key=f81d4fae7dec11d0a76500a0c91e6bf6`,
          headers: {
            Authorization: `Bearer ${github}`,
            'X-Api-Key': 'q8Zr41LmWx02Pv',
            'X-Tenant': 'acme',
            Accept: 'x',
          },
        },
      },
    });
    expect(pointersOf(saved)).toEqual([
      '/mcpServers/s/headers/Accept',
      '/mcpServers/s/url',
      '/mcpServers/s/headers/Authorization',
    ]);
    const headers = {
      Authorization: `Bearer ${github}`,
      'X-Api-Key': 'q8Zr41LmWx02Pv',
      'X-Tenant': 'acme',
      'X-Plain': 'Bearer ${secret:PAT}',
    };
    const fine = await savedWhenReached(
      app,
      remote({ headers, url: `${upstream.url}?api_key=f81d4fae7dec11d0a76500a0` }),
      0,
      '?allowLiterals=true',
    );
    expect(fine.status).toBe(200);
    expect(warningsOf(fine)).toEqual([
      'literal-credential /mcpServers/s/headers/Authorization',
      'literal-credential /mcpServers/s/headers/X-Api-Key',
      'secret-not-set /mcpServers/s/headers/X-Plain',
      'literal-credential /mcpServers/s/url',
    ]);
    expect(JSON.stringify(fine.body['changes'])).not.toContain(github);
    expect(JSON.stringify(fine.body['warnings'])).not.toContain(github);
    expect(JSON.stringify(gateway.logs())).not.toContain(github);
  });

  it('[config-warnings] name servers that cannot be reached, without waiting long for them', async () => {
    const slow = await open(ScriptedHttp.start());
    slow.intercept = (exchange) => {
      void hangs(exchange);
      return true;
    };
    const gone = await ScriptedHttp.start();
    await gone.close();
    const app = await newApp();
    const saved = await savedWhenReached(
      app,
      {
        mcpServers: { slow: { url: slow.url }, gone: { url: gone.url }, fine: { url: upstream.url } },
      },
      2,
    );
    expect(saved.status).toBe(200);
    expect(warningsOf(saved)).toEqual([
      'server-unreachable /mcpServers/slow',
      'server-unreachable /mcpServers/gone',
    ]);
    expect(JSON.stringify(saved.body['warnings'])).not.toContain('127.0.0.1');
  });
});

describe('the JSON Schema of configs', () => {
  it('[config-schema] is served to everybody and describes what is accepted', async () => {
    const response = await fetch(`${gateway.url}/schemas/app-config-1.json`);
    expect(response.status).toBe(200);
    const schema = (await response.json()) as Json;
    expect(schema).toMatchObject({
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: `${gateway.url}/schemas/app-config-1.json`,
      type: 'object',
    });
    const checker = z.fromJSONSchema(schema);
    const example = {
      $schema: `${gateway.url}/schemas/app-config-1.json`,
      mcpServers: {
        github: {
          url: 'https://api.githubcopilot.com/mcp',
          headers: { Authorization: 'Bearer ${secret:GITHUB_PAT}' },
          tools: { allow: ['search_*', 'get_*'] },
          timeoutMs: 30000,
        },
        files: { use: 'files' },
      },
      chat: { model: 'openai/gpt-x', system: '…', maxSteps: 8 },
      workflows: { triage: { do: [] } },
      policies: { requireApproval: ['*__delete_*'], toolPinning: 'warn' },
      'x-mine': { any: 'thing' },
    };
    expect(checker.safeParse(example).error).toBeUndefined();
    expect(checker.safeParse({ mcpServer: {} }).success).toBe(false);
    expect(checker.safeParse({ policies: { toolPinning: 'x' } }).success).toBe(false);
  });
});
