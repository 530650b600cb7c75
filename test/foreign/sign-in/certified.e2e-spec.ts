import { PageVisitor } from '../../support/clients/page-visitor.js';
import { closeAfterEach } from '../../support/closing.js';
import { startGateway } from '../../support/gateway.js';
import { IssuerProcess } from './issuer-process.js';
import { providersOf } from './mock-issuer.js';

const open = closeAfterEach();

/** Goes where the issuer sends a browser, with its cookies, until it is back at the gateway. */
async function follow(start: URL, home: string): Promise<URL> {
  const visitor = new PageVisitor(start.origin);
  let at = start;
  for (let steps = 0; at.origin !== home && steps < 10; steps++) {
    const response = await visitor.send(at, {});
    at = new URL(response.headers.get('location') ?? home, at);
  }
  return at;
}

describe('oidc-provider', () => {
  it('[oidc-certified] signs people in, with PKCE, an iss in its answer and claims at its userinfo endpoint', async () => {
    // The issuer must know the address before the gateway has a port.
    const home = 'http://gateway.localhost';
    const issuer = await open(IssuerProcess.start(`${home}/oauth/sign-in/corp/callback`, 'lu'));
    const rules = [{ claim: 'groups', match: 'staff-*', account: 'operator', role: 'admin' }];
    const client = { clientId: 'gantry', clientSecret: 'a secret', scopes: ['openid', 'email', 'groups'] };
    const provider = {
      id: 'corp',
      label: 'Corp',
      issuer: issuer.issuer,
      ...client,
      rules,
      domains: ['example.com'],
    };
    const gateway = await open(
      startGateway({ env: { PUBLIC_URL: home, OIDC_PROVIDERS: providersOf(provider) } }),
    );
    const browser = new PageVisitor(gateway.url);
    const begun = await browser.send(new URL('/oauth/sign-in/corp?next=/welcome', gateway.url), {});
    const back = await follow(new URL(begun.headers.get('location') ?? ''), home);
    expect(back.searchParams.get('iss')).toBe(issuer.issuer);
    const page = await browser.get(back.pathname + back.search);
    expect([page.status, page.heading]).toEqual([200, 'You are all set']);
    const { body } = await gateway.json('/api/cli/members');
    expect(body['members']).toContainEqual(
      expect.objectContaining({ email: 'lu@example.com', role: 'admin' }),
    );
    back.searchParams.set('iss', 'https://evil.example');
    expect((await browser.get(back.pathname + back.search)).status).toBe(403);
  });
});
