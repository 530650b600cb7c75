import { AccessTokens } from '../../src/accounts/tokens/access-tokens.service.js';
import { FirstStart } from '../../src/accounts/joining/first-start.service.js';
import { PeopleStore } from '../../src/accounts/people/people-store.port.js';
import { everywhere } from '../../src/accounts/people/person.js';
import { Sessions } from '../../src/accounts/sessions/sessions.service.js';
import { Passwords } from '../../src/accounts/sign-in/passwords.service.js';
import { newId } from '../../src/kernel/id.js';
import { Clock } from '../../src/kernel/pacing/clock.js';
import { scopes, type Role, type Scope } from '../../src/kernel/principal.js';
import { signInProviders } from '../../src/platform/config/values/sign-in-providers.js';
import type { TestGateway } from './gateway.js';
import { AppsClient } from './clients/apps-client.js';
import { ConsoleClient } from './clients/console-client.js';
import { GatewayClient, type Answer, type Json } from './clients/gateway-client.js';
import { PageVisitor } from './clients/page-visitor.js';

export const operator = { email: 'ana@example.com', name: 'Ana', password: 'correct horse battery' };

/** OIDC_PROVIDERS with a provider `corp` that speaks for everyone at example.com, for sessions that begin there. Nothing listens at its address. */
export const corpProvider = signInProviders.parse(
  JSON.stringify([
    {
      ...{ id: 'corp', label: 'Corp', issuer: 'http://127.0.0.1:1', domains: ['example.com'] },
      ...{ clientId: 'gantry', clientSecret: 'a secret' },
    },
  ]),
);

/** Sets the operator up by the printed link; the browser is signed in afterwards. */
export async function setUpOperator(gateway: TestGateway): Promise<PageVisitor> {
  const { setupUrl } = gateway.app.get(FirstStart).takeBanner();
  if (setupUrl === undefined) throw new Error('the setup is not open');
  const browser = new PageVisitor(gateway.url);
  const page = await browser.get(setupUrl);
  await browser.submit(page, '/setup', operator);
  return browser;
}

export async function signIn(
  gateway: { readonly url: string },
  person: { readonly email: string; readonly password: string },
): Promise<PageVisitor> {
  const browser = new PageVisitor(gateway.url);
  const page = await browser.get('/login');
  await browser.submit(page, '/login', person);
  return browser;
}

/** Invites somebody with the operator's token and accepts in a new browser. */
export async function invite(
  gateway: GatewayClient,
  body: Json,
  person: { readonly name: string; readonly password: string },
): Promise<PageVisitor> {
  const invitation = await gateway.json('/api/cli/invitations', { body });
  if (invitation.status !== 201) throw new Error(invitation.text);
  const browser = new PageVisitor(gateway.url);
  const page = await browser.get(String(invitation.body['url']));
  await browser.submit(page, '/invite', person);
  return browser;
}

/** A client with a token for whoever is signed in, got by a device login. */
export async function logIn(
  gateway: { readonly url: string },
  browser: PageVisitor,
  scope?: string,
): Promise<GatewayClient> {
  const begun = await begin(gateway, { client_id: 'test', ...(scope === undefined ? {} : { scope }) });
  await decide(browser, begun.userCode, 'approve');
  const { body } = await poll(gateway, begun.deviceCode);
  return new GatewayClient(gateway.url, String(body['access_token']));
}

/** A member of an account who is signed in everywhere. */
export interface SignedInPerson {
  readonly email: string;
  readonly password: string;
  readonly accountId: string;
  readonly userId: string;
  /** Uses a token with all scopes but `operator`. */
  readonly client: AppsClient;
  /** A browser for the pages. */
  readonly browser: PageVisitor;
  /** The same browser for the API, as the console uses it. */
  readonly session: ConsoleClient;
}

/**
 * Makes a person in the database, which costs a tenth of an invitation and its pages: the owner of a new account called `name`, or a member of
 * the account `in`. The address is verified for owners of new accounts only, as with an invitation.
 */
export async function signedInPerson(
  gateway: TestGateway,
  name: string,
  {
    in: account,
    role = 'owner',
    password = `a password of ${name}`,
  }: { readonly in?: string; readonly role?: Role; readonly password?: string } = {},
): Promise<SignedInPerson> {
  const part = <T>(type: abstract new (...args: never[]) => T): T => gateway.app.get(type, { strict: false });
  const people = part(PeopleStore);
  const now = part(Clock).now();
  const accountId = account ?? newId('acc');
  if (account === undefined)
    await people.insertAccount({ id: accountId, slug: name, name, operator: false }, now);
  const [userId, email] = [newId('usr'), `${name}@example.com`];
  const realm = account === undefined ? everywhere : accountId;
  const passwordHash = await part(Passwords).hash(password);
  await people.insertUser({ id: userId, email, name, realm, passwordHash, securedAt: null }, now);
  await people.join(accountId, userId, role, now);
  const { text } = await part(AccessTokens).issueToUser({
    ...{ accountId, userId, name: 'test', source: 'device' },
    scopes: scopes.filter((scope) => scope !== 'operator'),
  });
  const { secret } = await part(Sessions).begin(userId);
  const browser = new PageVisitor(gateway.url);
  browser.cookies.set('gantry-session', secret);
  const session = new ConsoleClient(gateway.url, secret);
  return { email, password, accountId, userId, browser, session, client: new AppsClient(gateway.url, text) };
}

export interface Begun {
  readonly deviceCode: string;
  readonly userCode: string;
  readonly body: Json;
}

export async function begin(gateway: { readonly url: string }, body: Json = {}): Promise<Begun> {
  const answer = await anonymous(gateway).json('/api/cli/auth/device', { body });
  if (answer.status !== 200) throw new Error(answer.text);
  return {
    deviceCode: String(answer.body['device_code']),
    userCode: String(answer.body['user_code']),
    body: answer.body,
  };
}

export function poll(
  gateway: { readonly url: string },
  deviceCode: string,
  more: Json = {},
): Promise<Answer> {
  return anonymous(gateway).json('/api/cli/auth/poll', { body: { device_code: deviceCode, ...more } });
}

/** Enters the code, then decides: both steps of the page. */
export async function decide(browser: PageVisitor, userCode: string, decision: 'approve' | 'deny') {
  const entry = await browser.get('/device');
  const facts = await browser.submit(entry, '/device', { user_code: userCode });
  return browser.submit(facts, '/device/decision', { decision });
}

/** A client without a token. */
export function anonymous({ url }: { readonly url: string }): GatewayClient {
  return new Anonymous(url, '');
}

class Anonymous extends GatewayClient {
  override fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(this.url + path, { redirect: 'manual', ...init });
  }
}

/** A token of the operator straight from the service. */
export async function mintOperatorToken(gateway: TestGateway, scopes: readonly Scope[]): Promise<string> {
  const { body } = await gateway.json('/api/cli/auth/me');
  const { text } = await gateway.app.get(AccessTokens).issueToUser({
    accountId: (body['account'] as Json)['id'] as string,
    userId: (body['user'] as Json)['id'] as string,
    name: 'test',
    scopes,
    source: 'device',
  });
  return text;
}
