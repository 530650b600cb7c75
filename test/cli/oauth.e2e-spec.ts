import { AlteringProxy, type PassingAnswer } from '../support/collectors/altering-proxy.js';
import { CliMachine } from '../support/clients/cli.js';
import type { Json } from '../support/clients/gateway-client.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { OAuthProgram } from '../support/oauth/oauth-flow.js';
import { setUpOperator } from '../support/people.js';

const open = closeAfterAll();
const path = '/api/servers/files/mcp';
let gateway: TestGateway;
let proxy: AlteringProxy;
let machine: CliMachine;

beforeAll(async () => {
  proxy = await open(AlteringProxy.start());
  gateway = await open(
    startGateway({ env: { PUBLIC_URL: proxy.url, OAUTH_REGISTRATIONS_PER_MINUTE: 1000 } }),
  );
  proxy.target = gateway.url;
  machine = await open(CliMachine.create({ GANTRY_URL: gateway.url, GANTRY_TOKEN: gateway.token }));
});

beforeEach(() => {
  proxy.alter = () => undefined;
});

/** What the doctor says of an address. */
async function examined(address: string) {
  const { code, json } = await machine.run(['doctor', 'oauth', address, '--json']);
  const { ok, checks, clients } = json as { ok: boolean; checks: Json[]; clients: Json[] };
  return {
    ...{ code, ok },
    failed: checks.filter(({ status }) => status === 'failed').map(({ name }) => name),
    warned: checks.filter(({ status }) => status === 'warning').map(({ name }) => name),
    said: checks
      .map(({ name, detail, advice }) => `${String(name)}: ${String(detail)} → ${String(advice)}`)
      .join('\n'),
    failing: Object.fromEntries(
      clients.filter((it) => !it['ok']).map(({ client, because }) => [client, because]),
    ),
  };
}

const onPath = (part: string, change: (answer: PassingAnswer) => void) => (answer: PassingAnswer) => {
  if (answer.path.includes(part)) change(answer);
};
const inDocument = (change: (document: Json) => void) => (answer: PassingAnswer) => {
  if (!/authorization-server|openid-configuration/.test(answer.path) || answer.status !== 200) return;
  const document = JSON.parse(answer.body) as Json;
  change(document);
  answer.body = JSON.stringify(document);
};

describe('gantry doctor oauth', () => {
  it('[cli-doctor-oauth] follows the discovery of the clients to the end, without a login', async () => {
    const well = await examined(proxy.url + path);
    expect(well).toMatchObject({
      ...{ code: 0, ok: true, failed: [], warned: ['address'] },
      // Nothing on this computer is reached from their servers.
      failing: { Claude: ['address'], ChatGPT: ['address'] },
    });
    const plain = await machine.run(['doctor', 'oauth', proxy.url + path], { env: { GANTRY_TOKEN: '' } });
    expect([plain.code, plain.stdout]).toEqual([
      0,
      expect.stringMatching(/✓ VS Code +gets to where people are asked/),
    ]);
  });

  it.each<[string, (answer: PassingAnswer) => void, string, RegExp]>([
    [
      'a proxy that drops WWW-Authenticate',
      ({ headers }) => headers.delete('www-authenticate'),
      'challenge',
      /A proxy in front drops it: let WWW-Authenticate through/,
    ],
    [
      'a proxy that keeps the well-known documents to itself',
      onPath('/.well-known/oauth-protected', (answer) => {
        Object.assign(answer, { status: 404, body: '<html>' });
      }),
      'resource-document',
      /is answered with 404 → Let the proxy in front pass http:\S+\/\.well-known\/ to the gateway/,
    ],
    [
      'a firewall that refuses programs',
      (answer) => {
        if (answer.path.startsWith('/api/')) answer.status = 403;
      },
      'refusal',
      /403, not 401 → Something in front \(a firewall/,
    ],
    [
      'a page in front of the token endpoint',
      onPath('/oauth/token', (answer) => {
        Object.assign(answer, { status: 200, body: '<html>' });
      }),
      'token',
      /200 and no JSON → Let what is in front/,
    ],
    [
      'no S256',
      inDocument((it) => (it['code_challenge_methods_supported'] = ['plain'])),
      'pkce',
      /lacks S256/,
    ],
    [
      'no clients without a secret',
      inDocument((it) => (it['token_endpoint_auth_methods_supported'] = ['client_secret_basic'])),
      'none',
      /lacks none/,
    ],
    [
      'another issuer',
      inDocument((it) => (it['issuer'] = 'https://other.example/oauth')),
      'issuer',
      /character 5 is/,
    ],
  ])('[cli-doctor-oauth] finds %s, and says what to do', async (_, alter, name, words) => {
    proxy.alter = alter;
    const { code, ok, failed, said } = await examined(proxy.url + path);
    expect([code, ok, failed]).toEqual([1, false, [name]]);
    expect(said).toMatch(words);
  });

  it('[cli-doctor-oauth] names the first character at which the typed address differs from PUBLIC_URL', async () => {
    const other = await examined(gateway.url + path);
    expect(other.failed).toEqual(['challenge', 'resource']);
    expect(other.said).toContain(`Set PUBLIC_URL to what people type: ${gateway.url}`);
    expect(other.said).toMatch(new RegExp(`character \\d+ is .* → Set PUBLIC_URL to ${gateway.url}`));
    expect(other.failing['VS Code']).toEqual(['resource']);
    const slash = await examined(`${proxy.url}${path}/`);
    expect(slash.failed).toContain('resource');
    expect(slash.said).toContain(`Type exactly ${proxy.url}${path} in clients.`);
  });

  it('[cli-doctor-oauth] warns about what only some clients need', async () => {
    proxy.alter = inDocument((it) => (it['client_id_metadata_document_supported'] = false));
    expect(await examined(proxy.url + path)).toMatchObject({
      code: 0,
      warned: ['address', 'client-documents'],
    });
    proxy.alter = inDocument((it) => delete it['registration_endpoint']);
    expect((await examined(proxy.url + path)).failing).toMatchObject({ Cursor: ['registration'] });
    proxy.alter = ({ headers }) => headers.set('date', new Date(Date.now() - 600_000).toUTCString());
    expect((await examined(proxy.url + path)).said).toMatch(
      /clock: \d+ s apart from the server's → Set the clock/,
    );
  });

  it('[cli-doctor-oauth] reports an address where nothing listens, and one that is not an address', async () => {
    const nothing = await examined('http://127.0.0.1:1/api/servers/files/mcp');
    expect([nothing.code, nothing.failed]).toEqual([1, ['address']]);
    expect(Object.keys(nothing.failing)).toHaveLength(5);
    const wrong = await machine.run(['doctor', 'oauth', 'files', '--json']);
    expect([wrong.code, (JSON.parse(wrong.stderr) as Json)['error']]).toEqual([
      2,
      expect.objectContaining({ code: 'usage' }),
    ]);
    expect((await machine.run(['doctor', 'nothing'])).code).toBe(2);
  });
});

describe('gantry grants', () => {
  it('[cli-grants] lists the OAuth clients that a person authorized, and revokes them', async () => {
    const browser = await setUpOperator(gateway);
    const program = await OAuthProgram.register(proxy, { client_name: 'Sketch' });
    const { access } = await program.comeIn(browser);
    const listed = await machine.run(['grants', '--json']);
    const [grant = {}, ...others] = listed.json['grants'] as Json[];
    expect([grant, others]).toEqual([
      expect.objectContaining({ client: expect.objectContaining({ name: 'Sketch' }) }),
      [],
    ]);
    const id = String(grant['id']);
    expect((await machine.run(['grants', 'list'])).stdout).toMatch(
      new RegExp(`${id}\tSketch\tprogram.example`),
    );
    expect((await machine.run(['grants', 'revoke', id])).stderr).toContain('--yes');
    expect(await machine.run(['grants', 'revoke', id, '--yes'])).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(`Took back ${id}.`),
    });
    const answer = await fetch(`${gateway.url}/api/servers`, {
      headers: { authorization: `Bearer ${access}` },
    });
    expect(answer.status).toBe(401);
    const again = await machine.run(['grants', 'revoke', id, '--yes', '--json']);
    expect([again.code, (JSON.parse(again.stderr) as Json)['error']]).toEqual([
      1,
      expect.objectContaining({ code: 'grant-not-found' }),
    ]);
    expect((await machine.run(['grants'])).stderr).toContain('You let no program in.');
  });
});
