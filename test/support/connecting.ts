import { randomBytes } from 'node:crypto';
import type { GatewayClient, Json } from './clients/gateway-client.js';
import type { AppsClient } from './clients/apps-client.js';
import { hiddenFields, type PageVisitor, type ShownPage } from './clients/page-visitor.js';
import type { Keeper } from './closing.js';
import { startGateway, type GatewayOptions, type TestGateway } from './gateway.js';
import { setUpOperator, signedInPerson, type SignedInPerson } from './people.js';
import { TestClock } from './test-clock.js';
import { declareServers } from './upstreams/declared-servers.js';
import { GuardedHttp } from './upstreams/guarded-http.js';
import { ScriptedIssuer } from './upstreams/scripted-issuer.js';

/** A gateway with servers that want OAuth, all of them the same one: `notes` for each person, `team` for the account, `house` for all accounts. */
export interface ConnectStage {
  readonly gateway: TestGateway;
  readonly browser: PageVisitor;
  readonly issuer: ScriptedIssuer;
  readonly server: GuardedHttp;
  readonly clock: TestClock;
}

export async function connectStage(
  open: Keeper,
  options: GatewayOptions = {},
  auth: Json = {},
): Promise<ConnectStage> {
  const clock = new TestClock();
  const issuer = await open(ScriptedIssuer.start());
  const server = await open(GuardedHttp.guard(issuer));
  const mcpServers = serversOf(server, issuer, auth);
  const gateway = await open(startGateway({ clock, mcpServers, ...options }));
  return { gateway, browser: await setUpOperator(gateway), issuer, server, clock };
}

/** One test's part of a gateway that tests share: a new account, and the servers `notes`, `team` and `house` with a new authorization server. */
export interface ConnectScene extends ConnectStage {
  /** The owner of the account, whose browser `browser` is. */
  readonly person: SignedInPerson;
  readonly owner: AppsClient;
  /** Adds a member to the account. */
  readonly member: () => Promise<SignedInPerson>;
}

export async function connectScene(
  open: Keeper,
  { gateway, clock }: { readonly gateway: TestGateway; readonly clock: TestClock },
  auth: Json = {},
  issuer?: ScriptedIssuer,
): Promise<ConnectScene> {
  const own = issuer ?? (await open(ScriptedIssuer.start()));
  const server = await open(GuardedHttp.guard(own));
  await open(declareServers(gateway, serversOf(server, own, auth)));
  const suffix = randomBytes(4).toString('hex');
  const person = await signedInPerson(gateway, `ana-${suffix}`);
  return {
    ...{ gateway, clock, issuer: own, server, person, owner: person.client, browser: person.browser },
    member: () => signedInPerson(gateway, `bo-${suffix}`, { in: person.accountId, role: 'member' }),
  };
}

function serversOf(server: GuardedHttp, { issuer }: ScriptedIssuer, auth: Json): Record<string, object> {
  const owners = { notes: 'user', team: 'account', house: 'operator' };
  return Object.fromEntries(
    Object.entries(owners).map(([name, whose]) => [
      name,
      // The issuer is on this computer: the operator has to vouch for it.
      { url: server.url, auth: { type: 'oauth', for: whose, issuer, ...auth } },
    ]),
  );
}

/** Sends the form of a page `/connect/{server}`. */
export function decideOnConnection(
  browser: PageVisitor,
  page: ShownPage,
  decision: 'connect' | 'test' | 'end',
): Promise<ShownPage> {
  const action = /action="([^"]*\/connect\/[^"]*)"/.exec(page.text)?.[1];
  if (action === undefined) throw new Error(`no form to connect on the page:\n${page.text}`);
  return browser.post(action.replaceAll('&amp;', '&'), { ...hiddenFields(page, action), decision });
}

/** Goes to the authorization server as somebody who presses the button; the address of the answer, which nobody has visited yet. */
export async function answerOf(browser: PageVisitor, issuer: ScriptedIssuer, path: string): Promise<string> {
  const away = await decideOnConnection(browser, await browser.get(path), 'connect');
  if (away.status !== 303) throw new Error(`${String(away.status)} ${away.text}`);
  return issuer.visit(away.url);
}

/** The whole way: the page, the authorization server, where the person agrees, and back. */
export async function connect(
  browser: PageVisitor,
  issuer: ScriptedIssuer,
  path: string,
): Promise<ShownPage> {
  return browser.get(await answerOf(browser, issuer, path));
}

/** Whom a server takes the caller for, or the code of the problem that it met. */
export async function whoIs(client: GatewayClient, server: string): Promise<unknown> {
  const { body } = await client.call(server, 'whoami');
  return body['code'] ?? (body['content'] as Json[])[0]?.['text'];
}

export async function connectionsOf(client: GatewayClient): Promise<Json[]> {
  return (await client.json('/api/connections')).body['connections'] as Json[];
}
