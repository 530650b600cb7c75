import { randomBytes } from 'node:crypto';
import type { AppsClient } from './clients/apps-client.js';
import type { GatewayClient, Json } from './clients/gateway-client.js';
import type { PageVisitor } from './clients/page-visitor.js';
import type { Keeper } from './closing.js';
import { connect, type ConnectStage } from './connecting.js';
import type { TestGateway } from './gateway.js';
import { signedInPerson } from './people.js';
import type { TestClock } from './test-clock.js';
import { publish } from './upstreams/declared-servers.js';
import { GuardedHttp } from './upstreams/guarded-http.js';
import type { TokenTerms } from './upstreams/issued-tokens.js';
import { ScriptedIssuer } from './upstreams/scripted-issuer.js';

/** The owner Ana and the member Bo in one account, each with a browser and a token; neither has connected anything. */
export interface TwoPeople extends ConnectStage {
  /** The same as `ana`. */
  readonly owner: AppsClient;
  readonly ana: GatewayClient;
  readonly bo: GatewayClient;
  readonly bosBrowser: PageVisitor;
  /** Connects a server as one of them: at the server they are `ana` and `bo`. */
  connectAs(person: 'ana' | 'bo', server?: string): Promise<void>;
}

/**
 * At a gateway that tests share: a new account whose owner is Ana, and the servers `notes` and `team` with a new authorization server.
 */
export async function twoPeopleAt(
  open: Keeper,
  { gateway, clock }: { readonly gateway: TestGateway; readonly clock: TestClock },
): Promise<TwoPeople> {
  const issuer = await open(ScriptedIssuer.start());
  const server = await open(GuardedHttp.guard(issuer));
  for (const [name, whose] of Object.entries({ notes: 'user', team: 'account' })) {
    const auth = { type: 'oauth', for: whose, issuer: issuer.issuer };
    await publish(open, gateway, { url: server.url, auth }, name);
  }
  const suffix = randomBytes(4).toString('hex');
  const ana = await signedInPerson(gateway, `ana-${suffix}`);
  const bo = await signedInPerson(gateway, `bo-${suffix}`, { in: ana.accountId, role: 'member' });
  return {
    ...{ gateway, clock, issuer, server, browser: ana.browser, bosBrowser: bo.browser },
    ...{ ana: ana.client, owner: ana.client, bo: bo.client },
    connectAs: connecting(ana.browser, bo.browser, issuer),
  };
}

function connecting(
  anasBrowser: PageVisitor,
  bosBrowser: PageVisitor,
  issuer: ScriptedIssuer,
): TwoPeople['connectAs'] {
  return async (person, server = 'notes') => {
    issuer.person = person;
    const page = await connect(person === 'ana' ? anasBrowser : bosBrowser, issuer, `/connect/${server}`);
    if (page.status !== 200) throw new Error(`${String(page.status)} ${page.text}`);
  };
}

/** Who asks, by the token that the exchange came with. */
export const personOf = (exchange: object): string =>
  (exchange as { readonly terms?: TokenTerms }).terms?.person ?? 'nobody';

/** The first text of a result, or the code of a problem. */
export function saidIn(body: Json): unknown {
  return body['code'] ?? (body['content'] as Json[] | undefined)?.[0]?.['text'];
}

/** The app `desk` with `notes`, and a client with its key. */
export async function deskOf(stage: TwoPeople, config: Json = {}): Promise<GatewayClient> {
  await stage.owner.newApp('desk', { mcpServers: { notes: { use: 'notes' } }, ...config });
  return stage.owner.withKey('desk');
}
