import { AccessTokens } from '../../src/accounts/access-tokens.service.js';
import { PeopleStore } from '../../src/accounts/people-store.port.js';
import { AppConfigs } from '../../src/apps/app-configs.service.js';
import { AppStore } from '../../src/apps/app-store.port.js';
import { newId } from '../../src/kernel/id.js';
import { scopes } from '../../src/kernel/principal.js';
import type { Keeper } from './closing.js';
import { startGateway, type GatewayOptions, type TestGateway } from './gateway.js';
import { GatewayClient, type Answer, type Json, type Sending } from './gateway-client.js';
import { answers, text } from './upstreams/behaviours.js';
import { ScriptedHttp, tool, type ScriptedTool } from './upstreams/scripted-http.js';

/** An app of the operator's account, spoken to with its key. */
export class TestApp extends GatewayClient {
  private version = 1;

  constructor(
    readonly gateway: TestGateway,
    readonly id: string,
    readonly slug: string,
    key: string,
  ) {
    super(gateway.url, key);
  }

  /** Replaces the config. */
  async configure(config: Json): Promise<void> {
    const advanced = await this.gateway.app
      .get(AppStore, { strict: false })
      .advance(this.id, versionOf(++this.version, config));
    if (!advanced) throw new Error(`the config of ${this.slug} was changed by somebody else`);
    this.gateway.app.get(AppConfigs, { strict: false }).changed(this.id);
  }

  /** `GET /api/sdk/tools`. */
  tools(query = '', sending?: Sending): Promise<Answer> {
    return this.json(`/api/sdk/tools${query}`, sending);
  }

  /** Exposed names, of all pages. */
  async names(): Promise<string[]> {
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await this.tools(`?limit=200${cursor === undefined ? '' : `&cursor=${cursor}`}`);
      names.push(...(body['tools'] as { name: string }[]).map(({ name }) => name));
      cursor = body['nextCursor'] as string | undefined;
    } while (cursor !== undefined);
    return names;
  }

  /** `POST /api/sdk/tools/call`. */
  use(name: string, args: Json = {}, more: Json = {}): Promise<Answer> {
    return this.json('/api/sdk/tools/call', { body: { name, arguments: args, ...more } });
  }
}

/** Makes an app with a key in the operator's account. */
export async function createApp(gateway: TestGateway, slug: string, config: Json): Promise<TestApp> {
  const operator = await gateway.app.get(PeopleStore, { strict: false }).findOperator();
  if (operator === undefined) throw new Error('there is no operator');
  const accountId = operator.account.id;
  const id = newId('app');
  const first = versionOf(1, config);
  const now = Date.now();
  await gateway.app.get(AppStore, { strict: false }).insert(
    {
      ...{ id, accountId, slug, name: slug, description: '', createdAt: now, updatedAt: now },
      config: { version: 1, etag: first.etag, updatedAt: now },
    },
    first,
  );
  const { text } = await gateway.app
    .get(AccessTokens, { strict: false })
    .issueToApp({ accountId, appId: id, name: 'test', scopes: scopes.slice(0, 2), expiresAt: null });
  return new TestApp(gateway, id, slug, text);
}

function versionOf(version: number, config: Json) {
  return {
    ...{ version, content: JSON.stringify(config), etag: `"v${String(version)}"` },
    ...{ authorId: null, message: null, restoredFrom: null, createdAt: Date.now() },
  };
}

/** A tool that answers with a text. */
export const says = (name: string, answer: string, more?: Json): ScriptedTool =>
  tool(name, answers(text(answer)), more);

/** The tools in the answer of a list. */
export const toolsOf = ({ body }: { readonly body: Json }): Json[] => body['tools'] as Json[];

interface AppOptions {
  /** Members of the app's config beside `mcpServers`. */
  readonly config?: Json;
  /** What the app says of each server beside `use`. */
  readonly options?: Readonly<Record<string, Json>>;
  readonly env?: GatewayOptions['env'];
}

/** An app whose servers take over published ones of the same name, one scripted upstream each. */
export async function appWith(
  open: Keeper,
  servers: Readonly<Record<string, readonly ScriptedTool[]>>,
  { config = {}, options = {}, ...more }: AppOptions = {},
): Promise<{ gateway: TestGateway; app: TestApp; upstreams: Record<string, ScriptedHttp> }> {
  const upstreams: Record<string, ScriptedHttp> = {};
  for (const [name, tools] of Object.entries(servers))
    upstreams[name] = await open(ScriptedHttp.start(tools));
  const mcpServers = Object.fromEntries(Object.entries(upstreams).map(([name, { url }]) => [name, { url }]));
  const gateway = await open(startGateway({ mcpServers, ...more }));
  const uses = Object.keys(servers).map((name) => [name, { use: name, ...options[name] }]);
  const app = await createApp(gateway, 'shop', { mcpServers: Object.fromEntries(uses), ...config });
  return { gateway, app, upstreams };
}
