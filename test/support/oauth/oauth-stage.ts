import type { AppsClient } from '../clients/apps-client.js';
import type { GatewayClient, Json } from '../clients/gateway-client.js';
import type { PageVisitor } from '../clients/page-visitor.js';
import type { Keeper } from '../closing.js';
import { startGateway, type GatewayOptions, type TestGateway } from '../gateway.js';
import { OAuthProgram } from './oauth-flow.js';
import { setUpOperator, signedInPerson, type SignedInPerson } from '../people.js';
import { TestClock } from '../test-clock.js';
import { ScriptedHttp, tool } from '../upstreams/scripted-http.js';

/** A gateway with an operator who is signed in, and a program that has registered. */
export interface OAuthStage {
  readonly gateway: TestGateway;
  readonly browser: PageVisitor;
  readonly program: OAuthProgram;
  readonly clock: TestClock;
}

export async function oauthStage(
  open: Keeper,
  options: GatewayOptions = {},
  registration: Json = {},
): Promise<OAuthStage> {
  const clock = new TestClock();
  const gateway = await open(startGateway({ clock, ...options }));
  const browser = await setUpOperator(gateway);
  return { gateway, browser, clock, program: await OAuthProgram.register(gateway, registration) };
}

/** A new account at a gateway that tests share: its owner, and a client that has registered. */
export interface OAuthAccount {
  readonly person: SignedInPerson;
  readonly owner: AppsClient;
  readonly browser: PageVisitor;
  readonly program: OAuthProgram;
}

/** Makes such accounts at one gateway, so that no test sees what another one left. */
export function oauthAccounts(gateway: () => TestGateway): (registration?: Json) => Promise<OAuthAccount> {
  let made = 0;
  return async (registration = {}) => {
    const person = await signedInPerson(gateway(), `account${String(++made)}`);
    const program = await OAuthProgram.register(gateway(), registration);
    return { person, owner: person.client, browser: person.browser, program };
  };
}

/** Two servers that say hello, `one` and `two`, for `mcpServers`. */
export async function twoServers(open: Keeper): Promise<Record<'one' | 'two', { readonly url: string }>> {
  const greet = tool('greet', (exchange) => {
    exchange.result({ content: [{ type: 'text', text: 'hello' }] });
  });
  const { url } = await open(ScriptedHttp.start([greet]));
  return { one: { url }, two: { url } };
}

/** Whether an access token opens something. */
export async function isGood(gateway: GatewayClient, access: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${access}` };
  return (await gateway.json('/api/cli/auth/me', { headers })).status === 200;
}

export async function grantsIn(gateway: GatewayClient, query = ''): Promise<Json[]> {
  return (await gateway.json(`/api/grants${query}`)).body['grants'] as Json[];
}

/** Events of the account of the client, newest first. */
export async function eventsIn(
  gateway: GatewayClient,
  query = '?limit=200',
): Promise<{ readonly action: string; readonly details: Json }[]> {
  const { body } = await gateway.json(`/api/audit${query}`);
  return body['events'] as { action: string; details: Json }[];
}
