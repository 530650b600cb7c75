import { closeAfterAll } from '../support/closing.js';
import type { PageVisitor } from '../support/clients/page-visitor.js';
import { register } from '../support/clients/registering.js';
import type { TestGateway } from '../support/gateway.js';
import { OAuthProgram, webAddress } from '../support/oauth-flow.js';
import { oauthStage } from '../support/oauth-stage.js';
import { invite } from '../support/people.js';
import type { TestClock } from '../support/test-clock.js';

const day = 86_400_000;
const open = closeAfterAll();
let gateway: TestGateway;
let clock: TestClock;
let ana: PageVisitor;
let greedy: PageVisitor;

beforeAll(async () => {
  const env = { MAX_OAUTH_CLIENTS: 4, OAUTH_REGISTRATIONS_PER_MINUTE: 1000, OAUTH_GRANT_DAYS: 30 };
  ({ gateway, clock, browser: ana } = await oauthStage(open, { env }));
  greedy = await invite(
    gateway,
    { email: 'eve@example.com', newAccount: { name: 'Eve' } },
    { name: 'Eve', password: 'a password of eve' },
  );
});

const program = (name: string) => {
  clock.advance(1000);
  return OAuthProgram.register(gateway, { client_name: name });
};
const letIn = async (name: string, browser: PageVisitor) => {
  const one = await program(name);
  await one.comeIn(browser);
  return one;
};
const isKnown = async (one: OAuthProgram) => (await ana.get(one.path('x'.repeat(43)))).status !== 400;
const tried = (name: string) => register(gateway, { client_name: name, redirect_uris: [webAddress] });

it('[oauth-registration-share] an account that lets in program after program makes room with its own, and nobody else does', async () => {
  const anas = await letIn('of Ana', ana);
  const eves = [await letIn('first', greedy), await letIn('second', greedy), await letIn('third', greedy)];
  await letIn('fourth', greedy);
  expect(await Promise.all([anas, ...eves].map(isKnown))).toEqual([true, false, true, true]);
});

it('[oauth-registration-share] one whose leave has ended everywhere makes room', async () => {
  clock.advance(31 * day);
  expect((await tried('fifth')).status).toBe(201);
});
