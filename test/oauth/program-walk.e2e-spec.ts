import type { Json } from '../support/clients/gateway-client.js';
import { closeAfterAll } from '../support/closing.js';
import { operationsOf, type Located, type OpenApiDocument } from '../support/openapi-document.js';
import { programStage, type ProgramStage } from '../support/program-stage.js';
import type { ProgramClient, ProgramTerms } from '../support/programs.js';

const open = closeAfterAll();
let stage: ProgramStage;
let closed: Located[];

beforeAll(async () => {
  stage = await programStage(open);
  const document = (await stage.gateway.json('/api/openapi.json')).body as unknown as OpenApiDocument;
  closed = operationsOf(document)
    .filter(({ security }) => security?.some((it) => 'bearer' in it))
    // Everybody registers programs; a token only says that it is the operator.
    .filter(({ at }) => at !== 'POST /oauth/register');
});

/** The operations that programs may use at all. A new one is not among them until somebody says so here. */
const ofServers = [
  ...['GET …/ping', 'GET …/tools', 'POST …/call', 'GET …/resources', 'POST …/resources/read'],
  ...['GET …/prompts', 'POST …/prompts/get', 'POST …', 'GET …', 'DELETE …', 'POST …/chat'],
].map((at) => at.replace('…', '/api/servers/{server}/mcp'));
const ofApps = [
  ...['GET …/tools', 'POST …/tools/call', 'GET …/resources', 'POST …/resources/read', 'GET …/prompts'],
  ...['POST …/prompts/get', 'GET …/workflows', 'GET …/workflows/{workflow}'],
  ...['POST …/workflows/execute', 'POST …/workflows/events', 'GET …/workflows/runs'],
  ...['', '/pause', '/resume', '/run-now'].map(
    (what) => `${what === '' ? 'GET' : 'POST'} …/workflows/{workflow}/schedule${what}`,
  ),
].map((at) => at.replace('…', '/api/sdk'));
const ofRuns = ['GET …', 'GET …/events', 'POST …/cancel', 'POST …/signals/{type}', 'POST …/retry'].map((at) =>
  at.replace('…', '/api/sdk/workflows/runs/{run}'),
);
const ofEndpoints = ['POST …/mcp', 'GET …/mcp', 'DELETE …/mcp', 'GET …/resolve'].map((at) =>
  at.replace('…', '/api/apps/{app}'),
);
/** Of approvals and results it finds those of its own calls. */
const ofCalls = ['GET /api/approvals', 'GET /api/approvals/{id}', 'GET /api/results/{id}'];
const ofAll = ['GET /api/servers', 'GET /api/me', 'GET /api/cli/auth/me', ...ofCalls];
const openToPrograms = [...ofServers, ...ofApps, ...ofRuns, ...ofEndpoints, ...ofAll];

/** What each operation answers: to plain requests about things that are there, but not for this program. */
async function walk(program: ProgramClient, names: { server: string; app: string }) {
  const answers: Record<string, string> = {};
  const values: Readonly<Record<string, string>> = { ...names, run: 'run_none', type: 'go' };
  for (const { at, method, path } of closed) {
    const to = path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? 'none');
    const query = path.startsWith('/api/sdk') && !path.includes('{run}') ? `?app=${names.app}` : '';
    const { status, body } = await program.json(to + query, {
      method,
      ...(['POST', 'PUT', 'PATCH'].includes(method) ? { body: bodies[at] ?? {} } : {}),
    });
    answers[at] = `${String(status)} ${String(body['code'])}`;
  }
  return answers;
}

const bodies: Readonly<Record<string, Json>> = {
  'POST /api/servers/{server}/mcp/call': { name: 'echo' },
  'POST /api/servers/{server}/mcp/resources/read': { uri: 'note://one' },
  'POST /api/servers/{server}/mcp/prompts/get': { name: 'greet' },
  'POST /api/servers/{server}/mcp/chat': { messages: [{ role: 'user', content: 'hi' }] },
  'POST /api/sdk/tools/call': { name: 'a__echo' },
  'POST /api/sdk/resources/read': { uri: 'note://one', server: 'a' },
  'POST /api/sdk/prompts/get': { name: 'a__greet' },
  'POST /api/sdk/workflows/execute': { workflow: 'narrow' },
  'POST /api/sdk/workflows/events': { type: 'go' },
};

describe('A program with a grant, at every operation', () => {
  const kinds: readonly [string, () => ProgramTerms][] = [
    ['for all', () => ({})],
    ['bound to a server', () => stage.ofServer('one')],
    ['bound to an app', () => stage.ofApp('farm')],
    ['narrowed', () => ({ servers: new Set(['one']), apps: new Set([String(stage.ids['farm'])]) })],
  ];

  it.each(kinds)('[program-walk] is refused all but what programs are for: %s', async (_, terms) => {
    const answers = await walk(await stage.program(terms()), { server: 'two', app: 'shop' });
    const shut = closed.map(({ at }) => at).filter((at) => !openToPrograms.includes(at));
    expect(Object.fromEntries(shut.map((at) => [at, answers[at]]))).toEqual(
      Object.fromEntries(shut.map((at) => [at, '403 forbidden'])),
    );
    expect(
      Object.keys(answers)
        .filter((at) => answers[at] === '403 forbidden')
        .sort(),
    ).toEqual(shut.sort());
    expect(Object.values(answers).filter((answer) => answer.startsWith('5'))).toEqual([]);
  });

  it.each(kinds.slice(1, 3))('[program-walk] %s is nobody at another resource', async (_, terms) => {
    const answers = await walk(await stage.program(terms()), { server: 'two', app: 'shop' });
    const others = [...ofServers, ...ofApps, ...ofEndpoints];
    expect(Object.fromEntries(others.map((at) => [at, answers[at]]))).toEqual(
      Object.fromEntries(others.map((at) => [at, '401 unauthorized'])),
    );
    const missing = await walk(await stage.program(terms()), { server: 'made-up', app: 'made-up' });
    expect(missing).toEqual(answers);
  });

  it('[program-walk] narrowed finds what it was not left as little as what is not there', async () => {
    const narrowed = await stage.program({
      servers: new Set(['one']),
      apps: new Set([String(stage.ids['farm'])]),
    });
    const answers = await walk(narrowed, { server: 'two', app: 'shop' });
    for (const at of ofServers) expect([at, answers[at]]).toEqual([at, '404 server-not-found']);
    for (const at of [...ofApps, ...ofEndpoints])
      expect([at, answers[at]]).toEqual([at, '404 app-not-found']);
    expect(await walk(narrowed, { server: 'made-up', app: 'made-up' })).toEqual(answers);
    const told = await narrowed.json('/api/servers/tw/mcp/tools');
    expect(told.text).not.toContain('two');
  });

  it('[program-walk] has only the scopes of programs, whatever was written, and is no operator', async () => {
    const greedy = await stage.program({ scopes: ['tools:read', 'account', 'operator', 'apps:write'] });
    const { body } = await greedy.json('/api/cli/auth/me');
    expect(body['token']).toMatchObject({ kind: 'grant', scopes: ['tools:read'] });
    expect((await greedy.json('/metrics')).status).toBe(403);
    expect((await greedy.json('/api/calls')).status).toBe(403);
  });
});
