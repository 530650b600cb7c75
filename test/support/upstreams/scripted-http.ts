import { randomUUID } from 'node:crypto';
import { answers, type Behaviour } from './behaviours.js';
import { RecordingServer, type Exchange, type Json, type UpstreamStream } from './recording-server.js';

/** A tool of a scripted upstream: its definition as it is listed, and what a call of it does. */
export interface ScriptedTool {
  readonly definition: Json & { readonly name: string };
  readonly run: Behaviour;
}

export function tool(name: string, run: Behaviour, more: Json = {}): ScriptedTool {
  return { definition: { name, description: `Tool ${name}`, inputSchema: { type: 'object' }, ...more }, run };
}

/** Hands the arguments back. */
export const echo = tool('echo', (exchange) => {
  exchange.result({ content: [], structuredContent: exchange.args });
});

/** A hand-written Streamable HTTP server of revision 2025-11-25 with sessions. Every part can be replaced while it runs. */
export class ScriptedHttp extends RecordingServer {
  tools: ScriptedTool[];
  resources: Json[] = [{ uri: 'note://one', name: 'one' }];
  resourceTemplates: Json[] = [{ uriTemplate: 'note://{id}', name: 'notes' }];
  prompts: Json[] = [{ name: 'greet', arguments: [{ name: 'who', required: true }] }];
  /** Items per page of each list. */
  pageSize = Infinity;
  capabilities: Json = {
    tools: { listChanged: true },
    resources: { listChanged: true },
    prompts: { listChanged: true },
    logging: {},
  };
  serverInfo: Json = { name: 'scripted', version: '1.0.0' };
  instructions: string | undefined;
  /** Runs before anything else; answering in it ends the exchange. Says whether it took the request. */
  intercept: ((exchange: Exchange) => boolean | Promise<boolean>) | undefined;
  /** Answers of single methods in place of the usual ones. */
  readonly methods = new Map<string, Behaviour>();
  /** How a request of a session that is not known is answered. */
  lostSession: Behaviour = (exchange) => {
    exchange.error(-32001, 'Session not found', { status: 404 });
  };
  sessions = new Set<string>();
  /** Names of the tools that were executed, in order. */
  readonly executed: string[] = [];
  private readonly listeners = new Set<UpstreamStream>();

  constructor(tools: readonly ScriptedTool[] = [echo], port?: number) {
    super(port);
    this.tools = [...tools];
  }

  static start(tools?: readonly ScriptedTool[], port?: number): Promise<ScriptedHttp> {
    return new ScriptedHttp(tools, port).listen();
  }

  /** A new process on the same port: the sessions are forgotten. */
  async restart(): Promise<void> {
    await this.close();
    this.sessions = new Set();
    this.listeners.clear();
    await this.listen();
  }

  /** How often a tool ran. */
  executions(name: string): number {
    return this.executed.filter((it) => it === name).length;
  }

  /** Number of open GET streams. */
  get listening(): number {
    return this.listeners.size;
  }

  /** Cuts every GET stream. */
  hangUp(): void {
    for (const { res } of this.listeners) res.destroy();
    this.listeners.clear();
  }

  /** Sends a notification to every session that listens. */
  broadcast(method: string, params?: Json): void {
    for (const listener of this.listeners) listener.notify(method, params);
  }

  /** The same with any text as the data of an event. */
  say(data: string): void {
    for (const { res } of this.listeners) res.write(`data: ${data}\n\n`);
  }

  protected async answer(exchange: Exchange): Promise<void> {
    if ((await this.intercept?.(exchange)) === true) return;
    const { httpMethod, rpc } = exchange.record;
    if (rpc?.method === 'initialize') {
      this.initialize(exchange);
      return;
    }
    const session = exchange.record.headers['mcp-session-id'];
    if (session === undefined)
      exchange.error(-32000, 'Bad Request: Mcp-Session-Id is required', { status: 400 });
    else if (!this.sessions.has(String(session))) await this.lostSession(exchange);
    else if (httpMethod === 'GET') this.listenTo(exchange);
    else if (httpMethod === 'DELETE') {
      this.sessions.delete(String(session));
      exchange.res.writeHead(200).end();
    } else if (rpc?.id === undefined) exchange.res.writeHead(202).end();
    else await this.dispatch(exchange, rpc.method);
  }

  private initialize(exchange: Exchange): void {
    const replaced = this.methods.get('initialize');
    if (replaced !== undefined) {
      void replaced(exchange);
      return;
    }
    const session = randomUUID();
    this.sessions.add(session);
    exchange.result(
      {
        ...{ protocolVersion: '2025-11-25', capabilities: this.capabilities, serverInfo: this.serverInfo },
        ...(this.instructions === undefined ? {} : { instructions: this.instructions }),
      },
      { 'mcp-session-id': session },
    );
  }

  private listenTo(exchange: Exchange): void {
    const stream = exchange.openStream();
    this.listeners.add(stream);
    exchange.res.on('close', () => this.listeners.delete(stream));
  }

  private async dispatch(exchange: Exchange, method: string): Promise<void> {
    const replaced = this.methods.get(method);
    if (replaced !== undefined) await replaced(exchange);
    else if (method === 'tools/call') await this.callTool(exchange);
    else if (method === 'tools/list')
      this.list(
        exchange,
        'tools',
        this.tools.map(({ definition }) => definition),
      );
    else if (method === 'resources/list') this.list(exchange, 'resources', this.resources);
    else if (method === 'resources/templates/list')
      this.list(exchange, 'resourceTemplates', this.resourceTemplates);
    else if (method === 'prompts/list') this.list(exchange, 'prompts', this.prompts);
    else if (method === 'resources/read') this.read(exchange);
    else if (method === 'prompts/get') this.getPrompt(exchange);
    else if (method === 'ping' || method === 'logging/setLevel') exchange.result({});
    else exchange.error(-32601, `Method not found: ${method}`);
  }

  private async callTool(exchange: Exchange): Promise<void> {
    const name = String(exchange.params['name']);
    const found = this.tools.find(({ definition }) => definition.name === name);
    if (found === undefined) {
      exchange.error(-32602, `Unknown tool: ${name}`);
      return;
    }
    this.executed.push(name);
    await found.run(exchange);
  }

  private list(exchange: Exchange, member: string, items: readonly Json[]): void {
    const start = Number(exchange.params['cursor'] ?? 0);
    const end = start + this.pageSize;
    exchange.result({
      [member]: items.slice(start, end),
      ...(end < items.length ? { nextCursor: String(end) } : {}),
    });
  }

  private read(exchange: Exchange): void {
    const uri = String(exchange.params['uri']);
    if (uri.startsWith('note://'))
      exchange.result({ contents: [{ uri, mimeType: 'text/plain', text: 'a note' }] });
    else exchange.error(-32002, 'Resource not found', { data: { uri } });
  }

  private getPrompt(exchange: Exchange): void {
    const known = this.prompts.some(({ name }) => name === exchange.params['name']);
    const who = exchange.args['who'];
    if (!known) exchange.error(-32602, `Unknown prompt: ${String(exchange.params['name'])}`);
    else if (typeof who !== 'string') exchange.error(-32602, 'Missing argument: who');
    else void answers(greeting(who))(exchange);
  }
}

function greeting(who: string): Json {
  return {
    description: 'A greeting',
    messages: [{ role: 'user', content: { type: 'text', text: `Hello ${who}` } }],
  };
}
