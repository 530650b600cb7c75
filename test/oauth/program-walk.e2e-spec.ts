import type { DescribedAccess } from '../../src/platform/security/access.js';
import type { Json } from '../support/clients/gateway-client.js';
import { closeAfterAll } from '../support/closing.js';
import { operationsOf, type Located, type OpenApiDocument } from '../support/openapi-document.js';
import { programStage, type ProgramStage } from '../support/oauth/program-stage.js';
import type { ProgramClient, ProgramTerms } from '../support/oauth/programs.js';

const open = closeAfterAll();
let stage: ProgramStage;
let closed: (Located & { readonly 'x-gantry-access': DescribedAccess })[];

beforeAll(async () => {
  stage = await programStage(open);
  const document = (await stage.gateway.json('/api/openapi.json')).body as unknown as OpenApiDocument;
  closed = (operationsOf(document) as typeof closed)
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

/** What operations answer to plain requests about a server and an app. */
async function walk(
  program: ProgramClient,
  names: { readonly server: string; readonly app: string },
  operations: readonly Located[],
) {
  const answers: Record<string, string> = {};
  const values: Readonly<Record<string, string>> = { ...names, run: 'run_none', type: 'go' };
  for (const { at, method, path } of operations) {
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

describe('A client with an authorization, at every operation', () => {
  const kinds: Readonly<Record<string, () => ProgramTerms>> = {
    'for all': () => ({}),
    'bound to a server': () => stage.ofServer('one'),
    'bound to an app': () => stage.ofApp('farm'),
    narrowed: () => ({ servers: new Set(['one']), apps: new Set([String(stage.ids['farm'])]) }),
  };
  /** By kind: what the operations for clients answer about a server and an app that exist and, but for the first kind, are not the client's. */
  const answersTo: Record<string, Readonly<Record<string, string>>> = {};

  beforeAll(async () => {
    const operations = closed.filter(({ at }) => openToPrograms.includes(at));
    for (const [kind, terms] of Object.entries(kinds))
      answersTo[kind] = await walk(await stage.program(terms()), { server: 'two', app: 'shop' }, operations);
  });

  /** The same of operations about a server and an app that do not exist. */
  const walkMissing = async (kind: string, operations: readonly string[]) =>
    walk(
      await stage.program(kinds[kind]?.()),
      { server: 'made-up', app: 'made-up' },
      closed.filter(({ at }) => operations.includes(at)),
    );
  const answersOf = (kind: string, operations: readonly string[]) =>
    Object.fromEntries(operations.map((at) => [at, answersTo[kind]?.[at]]));

  it('[program-walk] is let in where an operation declares it, which only those for clients do; the matrix of access shows that it is forbidden elsewhere', () => {
    const declared = closed.filter((operation) => operation['x-gantry-access'].programs === true);
    expect(declared.map(({ at }) => at).sort()).toEqual([...openToPrograms].sort());
    for (const answers of Object.values(answersTo)) {
      const wrong = Object.entries(answers).filter(([, answer]) => /^403 forbidden|^5/.test(answer));
      expect(wrong).toEqual([]);
    }
  });

  it.each(['bound to a server', 'bound to an app'])(
    '[program-walk] is unauthorized at another resource, whether it exists or not: %s',
    async (kind) => {
      const others = [...ofServers, ...ofApps, ...ofEndpoints];
      const unauthorized = Object.fromEntries(others.map((at) => [at, '401 unauthorized']));
      expect(answersOf(kind, others)).toEqual(unauthorized);
      expect(await walkMissing(kind, others)).toEqual(unauthorized);
    },
  );

  it('[program-walk] gets the same answers about excluded servers and apps as about missing ones', async () => {
    const others = [...ofServers, ...ofApps, ...ofEndpoints];
    const notFound = Object.fromEntries(
      others.map((at) => [at, `404 ${ofServers.includes(at) ? 'server' : 'app'}-not-found`]),
    );
    expect(answersOf('narrowed', others)).toEqual(notFound);
    expect(await walkMissing('narrowed', others)).toEqual(notFound);
    const narrowed = await stage.program(kinds['narrowed']?.());
    expect((await narrowed.json('/api/servers/tw/mcp/tools')).text).not.toContain('two');
  });

  it('[program-walk] has only the scopes that clients can have, and is never an operator', async () => {
    const greedy = await stage.program({ scopes: ['tools:read', 'account', 'operator', 'apps:write'] });
    const { body } = await greedy.json('/api/cli/auth/me');
    expect(body['token']).toMatchObject({ kind: 'grant', scopes: ['tools:read'] });
    expect((await greedy.json('/metrics')).status).toBe(403);
    expect((await greedy.json('/api/calls')).status).toBe(403);
  });
});
