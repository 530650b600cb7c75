import { text, type Behaviour } from './behaviours.js';
import { RecordingServer, type Exchange, type Json, type UpstreamStream } from './recording-server.js';
import { echo, tool, type ScriptedTool } from './scripted-http.js';

const version = '2026-07-28';
const metaKey = (name: string) => `io.modelcontextprotocol/${name}`;

/** Asks this before it answers, with a state that must come back unchanged. */
export const asking = (message: string): ScriptedTool =>
  tool('ask', (exchange) => {
    const responses = exchange.params['inputResponses'] as Record<string, Json> | undefined;
    if (exchange.params['requestState'] !== 'state-1' || responses?.['who'] === undefined) {
      exchange.result({
        resultType: 'input_required',
        inputRequests: {
          who: {
            method: 'elicitation/create',
            params: {
              message,
              requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
            },
          },
        },
        requestState: 'state-1',
      });
      return;
    }
    const content = responses['who']['content'] as Json;
    exchange.result({ resultType: 'complete', ...text(`Hello ${String(content['name'])}`) });
  });

/** Asks who wants it. */
export const asksForInput = asking('Who?');

interface Subscription {
  readonly id: string | number;
  readonly uris: readonly string[];
}

/** A hand-written server of revision 2026-07-28: no sessions, everything checked on every request. */
export class ScriptedModern extends RecordingServer {
  tools: ScriptedTool[];
  /** What the lists say about their life. */
  caching: Json = { ttlMs: 60_000, cacheScope: 'private' };
  capabilities: Json = { tools: { listChanged: true }, resources: {}, prompts: {} };
  serverInfo: Json = { name: 'scripted-modern', version: '2.0.0', icons: [{ src: 'data:,x' }] };
  instructions: string | undefined;
  prompts: Json[] = [{ name: 'greet' }];
  intercept: ((exchange: Exchange) => boolean | Promise<boolean>) | undefined;
  readonly methods = new Map<string, Behaviour>();
  readonly executed: string[] = [];
  private readonly subscriptions = new Map<UpstreamStream, Subscription>();

  constructor(tools: readonly ScriptedTool[] = [echo, asksForInput], port?: number) {
    super(port);
    this.tools = [...tools];
  }

  static start(tools?: readonly ScriptedTool[], port?: number): Promise<ScriptedModern> {
    return new ScriptedModern(tools, port).listen();
  }

  executions(name: string): number {
    return this.executed.filter((it) => it === name).length;
  }

  /** Number of open `subscriptions/listen` streams. */
  get listening(): number {
    return this.subscriptions.size;
  }

  /** Tells every subscriber that the tools changed. */
  announceToolsChanged(): void {
    for (const [stream, { id }] of this.subscriptions)
      stream.notify('notifications/tools/list_changed', { _meta: { [metaKey('subscriptionId')]: id } });
  }

  /** Tells every subscriber of a resource that it changed. */
  announceUpdated(uri: string): void {
    for (const [stream, { id, uris }] of this.subscriptions)
      if (uris.includes(uri))
        stream.notify('notifications/resources/updated', { uri, _meta: { [metaKey('subscriptionId')]: id } });
  }

  /** The resources that are subscribed to, by each stream. */
  get watched(): readonly (readonly string[])[] {
    return [...this.subscriptions.values()].map(({ uris }) => uris);
  }

  protected async answer(exchange: Exchange): Promise<void> {
    if ((await this.intercept?.(exchange)) === true) return;
    const { httpMethod, rpc } = exchange.record;
    if (httpMethod !== 'POST') exchange.send(405, undefined, { allow: 'POST' });
    else if (rpc === undefined) exchange.error(-32700, 'Parse error', { status: 400 });
    else if (rpc.id === undefined) exchange.send(202, undefined);
    else {
      const fault = faultOf(exchange);
      if (fault === undefined) await this.dispatch(exchange, rpc.method);
      else exchange.error(fault.code, fault.message, { status: 400, data: fault.data });
    }
  }

  private async dispatch(exchange: Exchange, method: string): Promise<void> {
    const replaced = this.methods.get(method);
    if (replaced !== undefined) await replaced(exchange);
    else if (method === 'server/discover') this.discover(exchange);
    else if (method === 'tools/list')
      this.complete(exchange, { tools: this.tools.map(({ definition }) => definition), ...this.caching });
    else if (method === 'resources/list')
      this.complete(exchange, { resources: [{ uri: 'note://one', name: 'one' }], ...this.caching });
    else if (method === 'resources/templates/list')
      this.complete(exchange, { resourceTemplates: [], ...this.caching });
    else if (method === 'prompts/list') this.complete(exchange, { prompts: this.prompts, ...this.caching });
    else if (method === 'resources/read') this.read(exchange);
    else if (method === 'prompts/get') this.getPrompt(exchange);
    else if (method === 'tools/call') await this.callTool(exchange);
    else if (method === 'subscriptions/listen') this.subscribe(exchange);
    else exchange.error(-32601, `Method not found: ${method}`, { status: 404 });
  }

  private discover(exchange: Exchange): void {
    this.complete(exchange, {
      supportedVersions: [version],
      capabilities: this.capabilities,
      ...(this.instructions === undefined ? {} : { instructions: this.instructions }),
      ...this.caching,
    });
  }

  private read(exchange: Exchange): void {
    const uri = String(exchange.params['uri']);
    if (uri === 'note://one')
      this.complete(exchange, { contents: [{ uri, text: 'a modern note' }], ...this.caching });
    else exchange.error(-32602, 'Resource not found', { data: { uri } });
  }

  private getPrompt(exchange: Exchange): void {
    if (this.prompts.some(({ name }) => name === exchange.params['name']))
      this.complete(exchange, { messages: [{ role: 'user', content: { type: 'text', text: 'Hello' } }] });
    else exchange.error(-32602, 'Unknown prompt');
  }

  private async callTool(exchange: Exchange): Promise<void> {
    const found = this.tools.find(({ definition }) => definition.name === exchange.params['name']);
    if (found === undefined) {
      exchange.error(-32602, `Unknown tool: ${String(exchange.params['name'])}`);
      return;
    }
    this.executed.push(found.definition.name);
    exchange.resultDefaults = { resultType: 'complete' };
    await found.run(exchange);
  }

  private subscribe(exchange: Exchange): void {
    const id = exchange.id as string | number;
    const stream = exchange.openStream();
    stream.notify('notifications/subscriptions/acknowledged', {
      _meta: { [metaKey('subscriptionId')]: id },
      notifications: exchange.params['notifications'],
    });
    const { resourceSubscriptions = [] } = (exchange.params['notifications'] ?? {}) as Json;
    this.subscriptions.set(stream, { id, uris: resourceSubscriptions as string[] });
    exchange.res.on('close', () => this.subscriptions.delete(stream));
  }

  private complete(exchange: Exchange, result: Json): void {
    exchange.result({
      resultType: 'complete',
      _meta: { [metaKey('serverInfo')]: this.serverInfo },
      ...result,
    });
  }
}

/** What revision 2026-07-28 makes a server refuse before it looks at the method. */
function faultOf(exchange: Exchange): { code: number; message: string; data?: unknown } | undefined {
  const { headers, rpc } = exchange.record;
  const meta = (exchange.params['_meta'] ?? {}) as Json;
  const claimed = meta[metaKey('protocolVersion')];
  if (claimed === undefined || typeof meta[metaKey('clientCapabilities')] !== 'object')
    return { code: -32602, message: 'The request lacks its _meta envelope' };
  if (claimed !== version)
    return {
      code: -32022,
      message: 'Unsupported protocol version',
      data: { supported: [version], requested: claimed },
    };
  const name = exchange.params['name'] ?? exchange.params['uri'];
  const isNamed = ['tools/call', 'prompts/get', 'resources/read'].includes(rpc?.method ?? '');
  if (headers['mcp-protocol-version'] !== claimed) return mismatch('MCP-Protocol-Version');
  if (headers['mcp-method'] !== rpc?.method) return mismatch('Mcp-Method');
  if (isNamed && decoded(headers['mcp-name']) !== name) return mismatch('Mcp-Name');
  return undefined;
}

function mismatch(header: string): { code: number; message: string } {
  return { code: -32020, message: `Header ${header} does not agree with the body` };
}

function decoded(header: string | string[] | undefined): string | undefined {
  const sentinel = /^=\?base64\?(.*)\?=$/.exec(String(header));
  return sentinel === null ? header?.toString() : Buffer.from(sentinel[1] ?? '', 'base64').toString();
}
