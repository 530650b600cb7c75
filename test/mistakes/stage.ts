import { request } from 'node:http';
import { AccessTokens } from '../../src/accounts/tokens/access-tokens.service.js';
import { operatorOf, type AppsClient } from '../support/clients/apps-client.js';
import { CliMachine } from '../support/clients/cli.js';
import type { Keeper } from '../support/closing.js';
import { startGateway, type TestGateway } from '../support/gateway.js';
import { GatewayClient, type Answer, type Json, type Sending } from '../support/clients/gateway-client.js';
import { anonymous, mintOperatorToken } from '../support/people.js';
import { PageVisitor, textOf } from '../support/clients/page-visitor.js';
import { answers, httpStatus, refuses, text } from '../support/upstreams/behaviours.js';
import { replaceOperatorFile } from '../support/upstreams/declared-servers.js';
import { doing } from '../support/workflows/workflow-app.js';
import { waitFor } from '../support/wait-for.js';
import { echo, ScriptedHttp, tool } from '../support/upstreams/scripted-http.js';

/** A gateway with an app `shop`, and the ways in which people speak to it. Each way gives all that they are told. */
export class Stage {
  private constructor(
    readonly gateway: TestGateway,
    readonly operator: AppsClient,
    private readonly key: GatewayClient,
    private readonly machine: CliMachine,
    private readonly readOnly: GatewayClient,
  ) {}

  static async set(open: Keeper): Promise<Stage> {
    const reads = tool('read_file', refuses(-32602, 'path must be a string'));
    const inputSchema = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };
    const strict = { ...reads, definition: { ...reads.definition, inputSchema } };
    const http = await open(ScriptedHttp.start([echo, strict, tool('say', answers(text('hi')))]));
    const guarded = await open(ScriptedHttp.start());
    guarded.methods.set(
      'initialize',
      httpStatus(401, { 'www-authenticate': 'Bearer resource_metadata="x"' }),
    );
    guarded.methods.set(
      'server/discover',
      httpStatus(401, { 'www-authenticate': 'Bearer resource_metadata="x"' }),
    );
    const node = process.execPath;
    const mcpServers = {
      github: { url: http.url },
      away: { url: 'http://127.0.0.1:1/mcp' },
      nowhere: { url: 'http://no-such-host.invalid/mcp' },
      gone: { command: 'mcp-server-that-is-not-installed' },
      crashes: { command: node, args: ['-e', 'console.error("GITHUB_TOKEN is not set"); process.exit(3)'] },
      oauth: { url: guarded.url },
      resting: { url: http.url, disabled: true },
      faulty: { url: 'ftp://example.com' },
    };
    const gateway = await open(startGateway({ env: { BREAKER_FAILURES: 1 }, mcpServers }));
    const operator = operatorOf(gateway);
    const workflows = { triage: doing([{ done: { set: { ok: true } } }]) };
    await operator.newApp('shop', { mcpServers: { one: { use: 'github' } }, workflows });
    const key = await operator.withKey('shop');
    const machine = await open(
      CliMachine.create({ GANTRY_URL: gateway.url, GANTRY_TOKEN: gateway.token, GANTRY_APP: 'shop' }),
    );
    const readOnly = new GatewayClient(gateway.url, await mintOperatorToken(gateway, ['tools:read']));
    return new Stage(gateway, operator, key, machine, readOnly);
  }

  /** A request of the operator. */
  asks = async (path: string, sending?: Sending): Promise<string> =>
    told(await this.operator.json(path, sending));
  /** A request with the key of the app. */
  keyAsks = async (path: string, sending?: Sending): Promise<string> =>
    told(await this.key.json(path, sending));
  /** A request with a token that may only read tools. */
  readerAsks = async (path: string, sending?: Sending): Promise<string> =>
    told(await this.readOnly.json(path, sending));
  /** A request with this `Authorization`, or none. */
  strangerAsks = async (authorization?: string): Promise<string> =>
    told(
      await anonymous(this.gateway).json('/api/servers', {
        headers: authorization === undefined ? {} : { authorization },
      }),
    );

  /** A new config for the app. */
  saves = async (config: Json, headers: Record<string, string> = { 'if-match': '*' }): Promise<string> =>
    told(await this.operator.app('shop', '/config', { method: 'PUT', headers, body: { config } }));

  /** What the operator is told of a server in the list of servers. */
  looksAt = async (handle: string): Promise<string> => {
    const fault = await waitFor('the fault', async () => {
      const { body } = await this.operator.json('/api/servers');
      return (body['servers'] as Json[]).find((server) => server['handle'] === handle)?.['lastError'];
    });
    return JSON.stringify(fault).replaceAll('\\n', '\n').replaceAll('\\"', '"');
  };

  /** What the list of servers says about the operator's file with this content. */
  declares = async (content: string): Promise<string> => {
    replaceOperatorFile(this.gateway, content);
    const { body } = await this.operator.json('/api/servers');
    return (body['fileFaults'] as string[]).join('\n');
  };

  /** What a command writes to standard error. */
  types = async (args: readonly string[], env: Record<string, string> = {}): Promise<string> =>
    (await this.machine.run(args, { env })).stderr;

  writes = (name: string, content: string): string => this.machine.write(name, content);

  /** What a page says. */
  visits = async (path: string): Promise<string> => textOf(await new PageVisitor(this.gateway.url).get(path));

  signsIn = async (email: string, password: string): Promise<string> => {
    const browser = new PageVisitor(this.gateway.url);
    const page = await browser.get('/login');
    return textOf(await browser.submit(page, '/login', { email, password }));
  };

  /** A request with another `Host`, which fetch does not send. */
  names = (host: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const { port } = new URL(this.gateway.url);
      const asked = request({ port, path: '/api/servers', headers: { host } }, (res) => {
        let body = '';
        res.setEncoding('utf8').on('data', (part: string) => (body += part));
        res.on('end', () => {
          resolve(toldBy(JSON.parse(body) as Json));
        });
      });
      asked.on('error', reject).end();
    });

  /** A token of the operator that has ended. */
  async deadToken(): Promise<string> {
    const text = await mintOperatorToken(this.gateway, ['account']);
    const client = new GatewayClient(this.gateway.url, text);
    const { body } = await client.json('/api/cli/auth/me');
    const [account, user, token] = ['account', 'user', 'token'].map(
      (name) => (body[name] as { id: string }).id,
    );
    await this.gateway.app
      .get(AccessTokens)
      .revoke(String(token), { accountId: String(account), userId: String(user) });
    return text;
  }
}

function told({ body, text: whole }: Answer): string {
  return 'code' in body ? toldBy(body) : whole;
}

/** All that a problem tells people, in the order in which it is read. */
function toldBy({ title, detail, errors = [], advice }: Json): string {
  const faults = (errors as Json[]).map((fault) => `${String(fault['pointer'])}: ${String(fault['detail'])}`);
  return [title, detail, ...faults, advice].filter((part) => typeof part === 'string').join('\n');
}
