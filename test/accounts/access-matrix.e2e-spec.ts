import { readFileSync, writeFileSync } from 'node:fs';
import { markdownTable } from '../../scripts/markdown-table.js';
import { PeopleStore } from '../../src/accounts/people/people-store.port.js';
import type { DescribedAccess } from '../../src/platform/security/access.js';
import { operatorOf, personIn } from '../support/clients/apps-client.js';
import { browserOf } from '../support/clients/console-client.js';
import type { GatewayClient, Json } from '../support/clients/gateway-client.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { operationsOf, type Located, type OpenApiDocument } from '../support/openapi-document.js';
import { anonymous } from '../support/people.js';
import { programOf } from '../support/oauth/programs.js';
import { echo, ScriptedHttp } from '../support/upstreams/scripted-http.js';

/** Everybody at everything: what each operation answers to each kind of caller, who asks for what is there and sends an empty body. */
const keep = closeAfterAll();
const page = 'docs/access.md';
const [begin, end] = ['<!-- access: written by a test -->', '<!-- /access -->'];
const config = {
  mcpServers: { one: { use: 'one' }, two: { use: 'two' } },
  workflows: {
    greet: {
      document: { dsl: '1.0.3', namespace: 'shop', name: 'greet', version: '1.0.0' },
      evaluate: { language: 'jsonata' },
      do: [{ say: { set: { hello: 'you' } } }],
    },
  },
};
/** Programs that register and pages that lead on have rules of their own (OAuth); signing out comes last. */
const last = ['POST /api/cli/auth/logout'];

type Operation = Located & { readonly 'x-gantry-access': DescribedAccess };
let gateway: TestGateway;
let operations: readonly Operation[];
let callers: Readonly<Record<string, GatewayClient>>;
const answers: Record<string, Readonly<Record<string, string>>> = {};

beforeAll(async () => {
  const upstream = await keep(ScriptedHttp.start([echo]));
  gateway = await keep(
    startGateway({
      mcpServers: { one: { url: upstream.url }, two: { url: upstream.url } },
      env: { WRONG_TOKENS_PER_MINUTE: 100_000 },
    }),
  );
  const owner = await personIn(gateway, 'studio');
  const { accountId } = owner;
  await owner.newApp('shop', config, { slug: 'shop' });
  const granted = await personIn(gateway, accountId, 'member');
  const elsewhere = await personIn(gateway, 'elsewhere');
  await gateway.app
    .get(PeopleStore, { strict: false })
    .join(accountId, elsewhere.userId, 'member', Date.now());
  callers = {
    nobody: anonymous(gateway),
    member: await personIn(gateway, accountId, 'member'),
    'with grants': granted,
    'of two': (await browserOf(gateway, elsewhere.userId)).in(accountId),
    admin: await personIn(gateway, accountId, 'admin'),
    owner,
    'owner (browser)': await browserOf(gateway, (await personIn(gateway, accountId, 'owner')).userId),
    operator: operatorOf(gateway),
    key: await owner.withKey('shop'),
    program: await programOf(gateway, owner, { servers: new Set(['one']), apps: new Set() }),
  };
  // The other members may use everything, as they could without grants.
  const grants = [
    { member: granted.userId, servers: ['one', 'shop.one'] },
    ...[callers['member'], elsewhere].map((one) => ({
      member: (one as typeof granted).userId,
      servers: ['*'],
    })),
  ];
  const kept = await owner.json('/api/cli/grants', { method: 'PUT', body: { grants } });
  expect(kept.status).toBe(200);
  const document = (await gateway.json('/api/openapi.json')).body as unknown as OpenApiDocument;
  const found = operationsOf(document) as Operation[];
  operations = [
    ...found.filter(({ at }) => !last.includes(at)),
    ...found.filter(({ at }) => last.includes(at)),
  ];
  for (const operation of operations) {
    const row: Record<string, string> = {};
    for (const [name, caller] of Object.entries(callers)) row[name] = await askedBy(caller, operation);
    answers[operation.at] = row;
  }
});

/** `200`, or a refusal with what is lacking: `403 scope`. */
async function askedBy(caller: GatewayClient, { method, path }: Operation): Promise<string> {
  const isThere: Readonly<Record<string, string>> =
    method === 'DELETE' ? {} : { server: 'two', app: 'shop', workflow: 'greet' };
  const to = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => isThere[name] ?? 'none');
  const query = path.startsWith('/api/sdk') ? '?app=shop' : '';
  const sent = ['POST', 'PUT', 'PATCH'].includes(method) ? { body: '{}' } : {};
  const response = await caller.fetch(to + query, {
    method,
    headers: { 'content-type': 'application/json' },
    ...sent,
  });
  // A stream may have no end.
  if (!/[/+]json\b/.test(response.headers.get('content-type') ?? '')) {
    await response.body?.cancel();
    return String(response.status);
  }
  const { code } = (await response.json()) as Json;
  return `${String(response.status)}${code === 'insufficient-scope' ? ' scope' : ''}`;
}

const isRefused = (answer: string | undefined) => /^40[13]/.test(answer ?? '');

it('[access-told] each operation tells who may use it', () => {
  expect(operations.map((operation) => ({ at: operation.at, access: operation['x-gantry-access'] }))).toEqual(
    operations.map(({ at }) => ({
      at,
      access: expect.objectContaining({
        for: expect.stringMatching(/^(public|any|user|session|key)$/),
      }) as unknown,
    })),
  );
});

it('[access-matrix] whom the declaration shuts out is refused', () => {
  const wrong = operations.flatMap((operation) => {
    const access = operation['x-gantry-access'];
    const row = answers[operation.at] ?? {};
    const shut = Object.keys(row).filter((name) => isShut(name, access));
    const refused = (name: string) => (name === 'program' ? row[name] === '403' : isRefused(row[name]));
    return shut.filter((name) => !refused(name)).map((name) => `${operation.at}: ${name}`);
  });
  expect(wrong).toEqual([]);
});

/** As the declaration has it; whom it lets in may still be refused by what it asks for. */
function isShut(name: string, access: DescribedAccess): boolean {
  if (access.for === 'public') return false;
  if (name === 'nobody') return true;
  if (name === 'key') return access.for !== 'any';
  if (name === 'program') return access.programs !== true;
  const role = /^(owner|admin|operator)/.exec(name)?.[1] ?? 'member';
  if (access.operator === true) return role !== 'operator';
  if (access.for === 'session') return !['of two', 'owner (browser)'].includes(name);
  return role !== 'operator' && access.roles?.some((it) => it === role) === false;
}

it('[access-matrix] what each operation answers to each caller is the table of the docs', () => {
  const names = Object.keys(callers);
  const rows = operations.map(({ at }) => [`\`${at}\``, ...names.map((name) => answers[at]?.[name] ?? '')]);
  const table = markdownTable([['Operation', ...names], ...rows]);
  const text = readFileSync(page, 'utf8');
  const written = `${text.slice(0, text.indexOf(begin) + begin.length)}\n\n${table}\n\n${text.slice(text.indexOf(end))}`;
  if (process.env['WRITE_DOCS'] !== undefined) writeFileSync(page, written);
  else expect(text).toBe(written);
});
