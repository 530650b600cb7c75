import { operatorOf } from './clients/apps-client.js';
import type { GatewayClient, Json } from './clients/gateway-client.js';
import type { PageVisitor } from './clients/page-visitor.js';
import type { Keeper } from './closing.js';
import { connect, connectStage, type ConnectStage } from './connecting.js';
import type { GatewayOptions } from './gateway.js';
import { invite, logIn } from './people.js';
import type { TokenTerms } from './upstreams/issued-tokens.js';

/** The operator Ana and the member Bo in one account, each with a browser and a token; nobody has connected anything. */
export interface TwoPeople extends ConnectStage {
  readonly ana: GatewayClient;
  readonly bo: GatewayClient;
  readonly bosBrowser: PageVisitor;
  /** Connects a server as one of them: at the server they are `ana` and `bo`. */
  connectAs(person: 'ana' | 'bo', server?: string): Promise<void>;
}

export async function twoPeople(open: Keeper, options?: GatewayOptions): Promise<TwoPeople> {
  const stage = await connectStage(open, options);
  const { gateway, browser, issuer } = stage;
  const bosBrowser = await invite(
    gateway,
    { email: 'bo@example.com', role: 'member' },
    { name: 'Bo', password: 'a password of bo' },
  );
  return {
    ...stage,
    ...{ ana: gateway, bo: await logIn(gateway, bosBrowser), bosBrowser },
    connectAs: async (person, server = 'notes') => {
      issuer.person = person;
      const page = await connect(person === 'ana' ? browser : bosBrowser, issuer, `/connect/${server}`);
      if (page.status !== 200) throw new Error(`${String(page.status)} ${page.text}`);
    },
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
  const operator = operatorOf(stage.gateway);
  await operator.newApp('desk', { mcpServers: { notes: { use: 'notes' } }, ...config });
  return operator.withKey('desk');
}
