import { closeAfterAll } from '../../support/closing.js';
import { ConsoleClient } from '../../support/clients/console-client.js';
import type { Json } from '../../support/clients/gateway-client.js';
import { PageVisitor } from '../../support/clients/page-visitor.js';
import { signInAt } from '../../support/clients/issuer-visit.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { setUpOperator } from '../../support/people.js';
import { echo, ScriptedHttp } from '../../support/upstreams/scripted-http.js';
import { corpDomains, corpRules as rules, somebody } from './corp.js';
import { MockIssuer, providersOf } from './mock-issuer.js';

const open = closeAfterAll();
let issuer: MockIssuer;
let gateway: TestGateway;

beforeAll(async () => {
  issuer = await open(MockIssuer.start());
  const { url } = await open(ScriptedHttp.start([echo]));
  const limits = { LOGINS_PER_MINUTE: 1000, SIGN_INS_PER_MINUTE: 1000 };
  const provider = issuer.provider({ rules, domains: corpDomains });
  gateway = await open(
    startGateway({
      env: { OIDC_PROVIDERS: providersOf(provider), ...limits },
      mcpServers: { one: { url }, two: { url } },
    }),
  );
  await setUpOperator(gateway);
});

it('[grants-groups] of groups are for whom the last sign-in says to be in them', async () => {
  const grants = [
    { group: 'corp:staff-*', servers: ['one'] },
    { group: 'corp:team-?', servers: ['two'] },
  ];
  const put = await gateway.json('/api/cli/grants', { method: 'PUT', body: { grants } });
  expect(put.status).toBe(200);
  issuer.reset(somebody({ groups: ['staff-it'] }));
  const browser = new PageVisitor(gateway.url);
  await signInAt(gateway, undefined, browser);
  const client = new ConsoleClient(gateway.url, browser.cookies.get('gantry-session') ?? '');
  const handles = async () =>
    ((await client.json('/api/servers')).body['servers'] as Json[]).map(({ handle }) => handle);
  expect(await handles()).toEqual(['one']);
  issuer.person = { ...issuer.person, groups: ['staff-it', 'team-a'] };
  await signInAt(gateway);
  expect(await handles()).toEqual(['one', 'two']);
  issuer.person = { ...issuer.person, groups: ['staff-it', 'team-ab'] };
  await signInAt(gateway);
  expect(await handles()).toEqual(['one']);
});
