import { signInProviders } from '../../src/platform/config/values/sign-in-providers.js';
import { closeAfterAll } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { goOut, signInAt } from '../support/clients/issuer-visit.js';
import { ConsoleClient } from '../support/clients/console-client.js';
import { PageVisitor } from '../support/clients/page-visitor.js';
import { ScriptedGithub } from '../support/upstreams/scripted-github.js';
import { echo, ScriptedHttp } from '../support/upstreams/scripted-http.js';
import type { Json } from '../support/clients/gateway-client.js';

const open = closeAfterAll();

let github: ScriptedGithub;
let gateway: TestGateway;

beforeAll(async () => {
  github = await open(ScriptedGithub.start());
  const rules = [
    { claim: 'teams', match: 'acme/*', account: 'operator', role: 'member' },
    { claim: 'orgs', match: 'org100', account: 'operator', role: 'admin' },
  ];
  const provider = github.provider({ domains: ['example.com'], rules });
  const OIDC_PROVIDERS = signInProviders.parse(JSON.stringify([provider]));
  const { url } = await open(ScriptedHttp.start([echo]));
  gateway = await open(
    startGateway({
      env: { OIDC_PROVIDERS, PASSWORD_SIGN_IN: 'off' },
      mcpServers: { one: { url }, two: { url }, three: { url }, four: { url } },
    }),
  );
});

const begin = '/oauth/sign-in/github?next=/welcome';

describe('Sign-in at GitHub', () => {
  it('[oidc-github] says who somebody is by number, verified primary address, organizations and teams', async () => {
    expect((await signInAt(gateway, begin)).heading).toBe('You are all set');
    const { body } = await gateway.json('/api/cli/members');
    const member = (body['members'] as Json[]).find(({ email }) => email === 'octo@example.com');
    expect(member).toMatchObject({ role: 'admin', emailVerified: true, name: 'octo' });
    const last = await gateway.json(`/api/cli/members/${String(member?.['id'])}/sign-in`);
    expect(last.body).toMatchObject({
      provider: 'github',
      claims: { sub: 583231, login: 'octo', email: 'octo@example.com', teams: ['acme/core'] },
    });
    github.person = { ...github.person, emails: [] };
    expect((await signInAt(gateway, begin)).status).toBe(200);
  });

  it('[grants-teams] lets people use what grants give their teams and organizations', async () => {
    const rules = [
      { group: 'github:acme/c*', servers: ['one'] },
      { group: 'github:org7', servers: ['two'], tools: { allow: ['echo'] } },
      { group: 'github:acme/other', servers: ['three'] },
      // Owners and admins keep everything until a grant names them.
      { role: 'admin', servers: ['four'] },
    ];
    const put = await gateway.json('/api/cli/grants', { method: 'PUT', body: { grants: rules } });
    expect(put.status).toBe(200);
    const browser = new PageVisitor(gateway.url);
    await signInAt(gateway, begin, browser);
    const client = new ConsoleClient(gateway.url, browser.cookies.get('gantry-session') ?? '');
    const { body } = await client.json('/api/servers');
    expect((body['servers'] as Json[]).map(({ handle }) => handle)).toEqual(['four', 'one', 'two']);
    const { headers } = await client.call('two', 'echo');
    const record = await client.json(`/api/calls/${String(headers.get('x-request-id'))}`);
    expect(JSON.stringify(record.body['hops'])).toContain('"grant":"group github:org7"');
    await gateway.json('/api/cli/grants', { method: 'PUT', body: { grants: [] } });
  });

  it('[passkey-policy] is the only way with PASSWORD_SIGN_IN=off: the page offers no password and no passkey', async () => {
    const page = await new PageVisitor(gateway.url).get('/login');
    expect([page.status, page.text.includes('/oauth/sign-in/github')]).toEqual([200, true]);
    expect(page.text).not.toMatch(/data-passkey|type="password"/);
  });

  it('[oidc-github-away] answers 503 while the API of GitHub fails', async () => {
    const browser = new PageVisitor(gateway.url);
    const { back } = await goOut(browser, gateway.url, begin);
    github.isDown = true;
    expect((await browser.get(back.pathname + back.search)).status).toBe(503);
    github.isDown = false;
  });
});
