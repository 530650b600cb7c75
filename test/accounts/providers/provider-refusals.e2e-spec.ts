import { signInProviders } from '../../../src/platform/config/values/sign-in-providers.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { PageVisitor } from '../../support/clients/page-visitor.js';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { freePort } from '../../support/collectors/free-port.js';
import { ScriptedGithub } from '../../support/upstreams/scripted-github.js';
import { ScriptedIssuer } from '../../support/upstreams/scripted-issuer.js';
import { waitFor } from '../../support/wait-for.js';

const open = closeAfterAll();
let issuer: ScriptedIssuer;
let gateway: TestGateway;

beforeAll(async () => {
  issuer = await open(ScriptedIssuer.start());
  issuer.metadata = { issuer: 'https://evil.example' };
  const github = await open(ScriptedGithub.start());
  const client = { clientId: 'gantry', clientSecret: 'a secret', domains: ['corp.example'] };
  const providers = [
    { id: 'away', label: 'Away', issuer: `http://127.0.0.1:${String(await freePort())}`, ...client },
    { id: 'wrong', label: 'Wrong', issuer: issuer.issuer, ...client },
    github.provider({ domains: ['corp.example'] }),
  ];
  const OIDC_PROVIDERS = signInProviders.parse(JSON.stringify(providers));
  gateway = await open(startGateway({ env: { OIDC_PROVIDERS } }));
});

const lastRefusal = async () => {
  const { body } = await gateway.json('/api/audit?action=user.login-failed');
  return (body['events'] as Json[])[0]?.['details'];
};

describe('A refused sign-in at an issuer', () => {
  it.each([
    ['away', 503, 'Away does not answer now.', 'ECONNREFUSED'],
    ['wrong', 403, 'What Wrong answered cannot be trusted.', 'does not match the expected issuer'],
  ])('[oidc-cause] at %s has its cause in the audit log and the log', async (id, status, reason, cause) => {
    const page = await new PageVisitor(gateway.url).get(`/oauth/sign-in/${id}`);
    expect(page.status).toBe(status);
    expect(page.text).not.toContain(cause);
    expect(await lastRefusal()).toEqual({ provider: id, reason, cause: expect.stringContaining(cause) });
    expect(gateway.logs('sign-in.refused').at(-1)).toMatchObject({ provider: id });
  });

  it('[oidc-cause] has what the issuer says of it', async () => {
    const browser = new PageVisitor(gateway.url);
    const begun = await browser.send(new URL('/oauth/sign-in/github', gateway.url), {});
    const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state') ?? '';
    await browser.get(`/oauth/sign-in/github/callback?state=${state}&error=application_suspended`);
    expect(await lastRefusal()).toMatchObject({ provider: 'github', cause: 'application_suspended' });
    await browser.get(`/oauth/sign-in/github/callback?state=${state}&code=c0de`);
    expect(await lastRefusal()).toMatchObject({
      provider: 'github',
      reason: expect.stringContaining('has not begun this sign-in'),
    });
  });
});

it('[oidc-checked] reports issuers that cannot be used at start and by the doctor', async () => {
  const unusable = () => gateway.logs('sign-in.provider-unusable').map(({ provider }) => provider);
  await waitFor('the issuers to be checked', () => unusable().length === 2);
  expect([...unusable()].sort()).toEqual(['away', 'wrong']);
  const { body } = await gateway.json('/api/doctor');
  const findings = (body['findings'] as Json[]).filter(({ title }) => String(title).startsWith('Nobody can'));
  expect(findings).toMatchObject([
    { title: 'Nobody can sign in at Away', detail: expect.stringContaining('ECONNREFUSED') },
    { title: 'Nobody can sign in at Wrong', detail: expect.stringContaining('expected issuer') },
  ]);
  issuer.metadata = {};
  const healed = await gateway.json('/api/doctor');
  expect(JSON.stringify(healed.body)).not.toContain('Nobody can sign in at Wrong');
});
