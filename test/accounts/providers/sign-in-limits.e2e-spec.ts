import { DataSource } from 'typeorm';
import { SignInAttemptEntity } from '../../../src/accounts/providers/sign-in-attempt.entity.js';
import { signInProviders } from '../../../src/platform/config/values/sign-in-providers.js';
import { goOut, signInAt } from '../../support/clients/issuer-visit.js';
import { PageVisitor } from '../../support/clients/page-visitor.js';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { ScriptedGithub } from '../../support/upstreams/scripted-github.js';

const open = closeAfterAll();
const begin = '/oauth/sign-in/github?next=/welcome';
let github: ScriptedGithub;
let gateway: TestGateway;

beforeAll(async () => {
  github = await open(ScriptedGithub.start());
  const rules = [{ claim: 'teams', match: 'acme/*', account: 'operator', role: 'member' }];
  const provider = github.provider({ domains: ['corp.example'], rules });
  const OIDC_PROVIDERS = signInProviders.parse(JSON.stringify([provider]));
  const env = { OIDC_PROVIDERS, SIGN_INS_PER_MINUTE: 3, TRUST_PROXY: ['127.0.0.1'] };
  gateway = await open(startGateway({ env }));
});

/** A browser at an address of the internet. */
const at = (address: string) => new PageVisitor(gateway.url, { 'x-forwarded-for': address });

describe('SIGN_INS_PER_MINUTE', () => {
  it('[oidc-limits] lets a whole office in from one address', async () => {
    for (let person = 0; person < 12; person++) {
      github.expect(`person${String(person)}@corp.example`);
      expect((await signInAt(gateway, begin, at('203.0.113.1'))).status).toBe(200);
    }
  });

  it('[oidc-limits] counts sign-ins that fail', async () => {
    const address = '203.0.113.2';
    github.expect('somebody@corp.example');
    for (let failure = 0; failure < 3; failure++)
      expect((await at(address).get('/oauth/sign-in/github/callback?state=x&code=y')).status).toBe(403);
    const refused = await at(address).get(begin);
    expect([refused.status, refused.headers.get('ratelimit-policy')]).toEqual([
      429,
      expect.stringContaining('"sign-in";q=3;w=60'),
    ]);
    expect((await at(address).get('/oauth/sign-in/github/callback?state=x&code=y')).status).toBe(429);
    expect((await signInAt(gateway, begin, at('203.0.113.3'))).status).toBe(200);
  });

  it('[oidc-limits] bounds how many are begun at ten times that', async () => {
    await Promise.all(Array.from({ length: 30 }, () => goOut(at('203.0.113.4'), gateway.url, begin)));
    const refused = await at('203.0.113.4').get(begin);
    expect([refused.status, refused.headers.get('ratelimit-policy')]).toEqual([
      429,
      '"sign-in-start";q=30;w=60',
    ]);
  });

  it('[oidc-limits] is not used up by images of other sites, which begin nothing', async () => {
    const address = '203.0.113.5';
    const attempts = () => gateway.app.get(DataSource).getRepository(SignInAttemptEntity).count();
    const before = await attempts();
    const image = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' };
    const images = await Promise.all(Array.from({ length: 35 }, () => at(address).get(begin, image)));
    for (const { status, headers } of images)
      expect([status, headers.get('set-cookie')]).toEqual([403, null]);
    expect(await attempts()).toBe(before);
    const page = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' };
    const opened = await at(address).get(begin, page);
    expect([opened.status, await attempts()]).toEqual([303, before + 1]);
  });
});
