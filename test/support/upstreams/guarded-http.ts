import type { TokenTerms } from './issued-tokens.js';
import type { Exchange, Json } from './recording-server.js';
import { ScriptedHttp, tool, type ScriptedTool } from './scripted-http.js';
import type { ScriptedIssuer } from './scripted-issuer.js';

/** Says whose token it was called with. */
export const whoami = tool('whoami', (exchange) => {
  const terms = (exchange as GuardedExchange).terms;
  exchange.result({ content: [{ type: 'text', text: terms?.person ?? 'nobody' }] });
});

type GuardedExchange = Exchange & { terms?: TokenTerms };

/** An MCP server that takes tokens of an authorization server only, and tells programs where that is (RFC 9728). */
export class GuardedHttp extends ScriptedHttp {
  /** Members of its metadata in place of the usual ones. */
  metadata: Json = {};
  /** How it spells itself; what tokens have to be for. `undefined`: it does not look. */
  resource: string | undefined;
  /** Scopes that a call of a tool needs beyond being let in, by the tool's name. */
  readonly needs = new Map<string, readonly string[]>();
  /** Whether it says where its metadata is when it refuses. */
  pointsToMetadata = true;
  /** How often it refused a token. */
  refused = 0;

  constructor(
    /** Whose tokens it takes; it may move to another. */
    public issuer: ScriptedIssuer,
    tools: readonly ScriptedTool[] = [whoami],
    port?: number,
  ) {
    super(tools, port);
  }

  static guard(issuer: ScriptedIssuer, tools?: readonly ScriptedTool[]): Promise<GuardedHttp> {
    return new GuardedHttp(issuer, tools).listen();
  }

  protected override async answer(exchange: GuardedExchange): Promise<void> {
    const { path, headers, rpc } = exchange.record;
    if (path.startsWith('/.well-known/oauth-protected-resource')) {
      this.describe(exchange);
      return;
    }
    if (path.startsWith('/.well-known/')) {
      exchange.send(404, '{}');
      return;
    }
    const [, token = ''] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
    const terms = this.issuer.tokens.of(token);
    if (terms === undefined || (this.resource !== undefined && terms.resource !== this.resource)) {
      this.refused++;
      this.challenge(exchange, 401, token === '' ? '' : 'error="invalid_token"');
      return;
    }
    const needed = rpc?.method === 'tools/call' ? this.needs.get(String(rpc.params['name'])) : undefined;
    if (needed?.every((scope) => terms.scopes.includes(scope)) === false) {
      this.challenge(exchange, 403, `error="insufficient_scope", scope="${needed.join(' ')}"`);
      return;
    }
    exchange.terms = terms;
    await super.answer(exchange);
  }

  private describe(exchange: Exchange): void {
    const document = {
      resource: this.resource ?? this.url,
      authorization_servers: [this.issuer.issuer],
      scopes_supported: ['read'],
      ...this.metadata,
    };
    exchange.send(200, JSON.stringify(document));
  }

  private challenge(exchange: Exchange, status: number, more: string): void {
    const where = `resource_metadata="${this.origin}/.well-known/oauth-protected-resource/mcp"`;
    const members = [this.pointsToMetadata ? where : '', more].filter(Boolean).join(', ');
    exchange.send(status, '{"error":"unauthorized"}', { 'www-authenticate': `Bearer ${members}`.trim() });
  }
}
