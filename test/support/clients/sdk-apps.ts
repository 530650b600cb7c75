import { randomBytes } from 'node:crypto';
import { personIn } from './apps-client.js';
import type { Keeper } from '../closing.js';
import { startGateway, type GatewayOptions, type TestGateway } from '../gateway.js';
import { publish } from '../upstreams/declared-servers.js';
import { GatewayClient, type Answer, type Json, type Sending } from './gateway-client.js';
import { answers, text } from '../upstreams/behaviours.js';
import { ScriptedHttp, tool, type ScriptedTool } from '../upstreams/scripted-http.js';

/** An app, spoken to with its key. */
export class TestApp extends GatewayClient {
  constructor(
    readonly gateway: TestGateway,
    readonly id: string,
    readonly slug: string,
    key: string,
    /** Who can change it: the operator, when the app is in the operator's account. */
    private readonly owner: GatewayClient = gateway,
  ) {
    super(gateway.url, key);
  }

  /** Replaces the config. */
  async configure(config: Json): Promise<void> {
    const path = `/api/cli/apps/${this.slug}/config`;
    done(await this.owner.json(path, { method: 'PUT', body: { config }, headers: { 'if-match': '*' } }));
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

/** Creates an app with a key, in the account of `owner`. */
export async function createApp(
  gateway: TestGateway,
  slug: string,
  config: Json,
  owner: GatewayClient = gateway,
): Promise<TestApp> {
  const app = done(await owner.json('/api/cli/apps', { body: { name: slug, slug, config } }));
  const { key } = done(await owner.json(`/api/cli/apps/${slug}/keys`, { body: {} }));
  return new TestApp(gateway, String(app['id']), slug, String(key), owner);
}

function done({ status, body, text }: Answer): Json {
  if (status >= 300) throw new Error(`${String(status)} ${text}`);
  return body;
}

/** A tool that answers with a text. */
export const says = (name: string, answer: string, more?: Json): ScriptedTool =>
  tool(name, answers(text(answer)), more);

/** The tools in the answer of a list. */
export const toolsOf = ({ body }: { readonly body: Json }): Json[] => body['tools'] as Json[];

interface ShopOptions {
  /** Members of the app's config beside `mcpServers`. */
  readonly config?: Json;
  /** What the app says of each server beside `use`. */
  readonly options?: Readonly<Record<string, Json>>;
}

interface AppOptions extends ShopOptions {
  readonly env?: GatewayOptions['env'];
  readonly clock?: NonNullable<GatewayOptions['clock']>;
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

/** The app `shop` of an account that no other test uses. */
export interface Shop {
  readonly owner: Awaited<ReturnType<typeof personIn>>;
  readonly app: TestApp;
  readonly upstreams: Record<string, ScriptedHttp>;
  /** The names under which the operator has published the servers of the app. */
  readonly published: Record<string, string>;
}

/** The same as `appWith` at a gateway that tests share: the app is in a new account, and its servers are published under new names. */
export async function shopAt(
  gateway: TestGateway,
  open: Keeper,
  servers: Readonly<Record<string, readonly ScriptedTool[]>>,
  { config = {}, options = {} }: ShopOptions = {},
): Promise<Shop> {
  const upstreams: Record<string, ScriptedHttp> = {};
  const published: Record<string, string> = {};
  for (const [name, tools] of Object.entries(servers)) {
    const upstream = await open(ScriptedHttp.start(tools));
    upstreams[name] = upstream;
    published[name] = await publish(open, gateway, { url: upstream.url });
  }
  const owner = await personIn(gateway, `shop-${randomBytes(4).toString('hex')}`);
  const uses = Object.entries(published).map(([name, use]) => [name, { use, ...options[name] }]);
  const app = await createApp(gateway, 'shop', { mcpServers: Object.fromEntries(uses), ...config }, owner);
  return { owner, app, upstreams, published };
}
