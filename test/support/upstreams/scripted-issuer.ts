import { createHash, randomBytes } from 'node:crypto';
import { IssuedTokens } from './issued-tokens.js';
import { RecordingServer, type Exchange, type Json } from './recording-server.js';

/** How an authorization server speaks: as the RFCs say, or with 200 and `ok` as Slack does. */
type IssuerDialect = 'rfc' | 'slack';

interface KnownClient {
  readonly id: string;
  readonly secret: string | undefined;
  readonly redirectUris: readonly string[];
}

interface WaitingCode {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly scopes: readonly string[];
  readonly resource: string | undefined;
  readonly person: string;
}

/**
 * An authorization server whose every trait can be changed while it runs: what it says of itself, whom it registers, how long it thinks, when it
 * is away, and what it makes of a refresh token that comes a second time.
 */
export class ScriptedIssuer extends RecordingServer {
  readonly tokens = new IssuedTokens();
  /** Who is signed in there, as its tokens say. */
  person = 'ana';
  /** What that person answers. */
  decision: 'agree' | 'deny' = 'agree';
  dialect: IssuerDialect = 'rfc';
  /** Whether programs may register (RFC 7591); `absent`: there is no endpoint for it. */
  registration: 'open' | 'refused' | 'absent' = 'open';
  /** What programs may register for; `undefined`: whatever they like. */
  registrable: readonly string[] | undefined;
  /** Whether an address can be a client's name. */
  takesDocuments = false;
  /** Members of its metadata in place of the usual ones. */
  metadata: Json = {};
  /** Where its metadata is to be had instead, by a redirect. */
  movedTo: string | undefined;
  /** `iss` of the answer at the return address (RFC 9207): the right one, another, or none. */
  returnedIssuer: string | undefined;
  /** Every connection is cut. */
  isAway = false;
  /** Status of all answers of the token endpoint, for a server that is there but not well. */
  tokenStatus: number | undefined;
  /** The code that these have. */
  tokenError = 'server_error';
  /** What every answer of the token endpoint waits for. */
  gate: Promise<unknown> | undefined;
  /** Seconds that are said of access tokens; `undefined`: nothing is said. */
  lifetimeS: number | undefined = 3600;
  /** Members of the answers of its token endpoint in place of the usual ones. */
  granted: Json = {};
  private readonly clients = new Map<string, KnownClient>();
  private readonly codes = new Map<string, WaitingCode>();
  private registered = 0;

  static start(port?: number): Promise<ScriptedIssuer> {
    return new ScriptedIssuer(port).listen();
  }

  get issuer(): string {
    return this.origin;
  }

  /** How many programs have registered. */
  get registrations(): number {
    return this.registered;
  }

  /** Requests at the token endpoint, by grant type. */
  grants(type: string): URLSearchParams[] {
    return this.requests
      .filter(({ path }) => path === '/token')
      .map(({ text }) => new URLSearchParams(text))
      .filter((form) => form.get('grant_type') === type);
  }

  /** Makes a client known without registration, as a developer does at the console of the service. */
  know(id: string, secret: string | undefined, ...redirectUris: string[]): void {
    this.clients.set(id, { id, secret, redirectUris });
  }

  /** Knows nobody any more who has registered. */
  forgetClients(): void {
    this.clients.clear();
  }

  /** What a browser does that was sent here: the person decides, and the way leads back. Throws where the person is shown an error instead. */
  async visit(address: string): Promise<string> {
    const response = await fetch(address, { redirect: 'manual' });
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${String(response.status)} ${await response.text()}`);
    return location;
  }

  protected async answer(exchange: Exchange): Promise<void> {
    if (this.isAway) {
      exchange.reset();
      return;
    }
    const { pathname, searchParams } = new URL(exchange.record.path, this.origin);
    if (pathname.startsWith('/.well-known/')) this.describe(exchange);
    else if (pathname === '/register') this.register(exchange);
    else if (pathname === '/authorize') this.authorize(exchange, searchParams);
    else if (pathname === '/token') await this.token(exchange);
    else if (pathname === '/revoke') this.revoke(exchange);
    else exchange.send(404, '{}');
  }

  private describe(exchange: Exchange): void {
    if (this.movedTo !== undefined) {
      exchange.res.writeHead(302, { location: this.movedTo }).end();
      return;
    }
    const document = {
      issuer: this.issuer,
      authorization_endpoint: `${this.origin}/authorize`,
      token_endpoint: `${this.origin}/token`,
      revocation_endpoint: `${this.origin}/revoke`,
      ...(this.registration === 'absent' ? {} : { registration_endpoint: `${this.origin}/register` }),
      ...(this.takesDocuments ? { client_id_metadata_document_supported: true } : {}),
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
      authorization_response_iss_parameter_supported: true,
      ...this.metadata,
    };
    exchange.send(200, JSON.stringify(document));
  }

  private register(exchange: Exchange): void {
    if (this.registration !== 'open') {
      exchange.send(403, '{"error":"access_denied","error_description":"known clients only"}');
      return;
    }
    const asked = JSON.parse(exchange.record.text) as Json;
    const scopes = (asked['scope'] as string | undefined)?.split(' ') ?? [];
    if (this.registrable !== undefined && !scopes.every((scope) => this.registrable?.includes(scope))) {
      exchange.send(400, '{"error":"invalid_client_metadata","error_description":"scope"}');
      return;
    }
    const id = `registered-${String(++this.registered)}`;
    const isPublic = asked['token_endpoint_auth_method'] === 'none';
    const secret = isPublic ? undefined : randomBytes(16).toString('hex');
    this.know(id, secret, ...(asked['redirect_uris'] as string[]));
    const more = secret === undefined ? {} : { client_secret: secret, client_secret_expires_at: 0 };
    exchange.send(201, JSON.stringify({ ...asked, client_id: id, ...more }));
  }

  private authorize(exchange: Exchange, asked: URLSearchParams): void {
    const redirectUri = asked.get('redirect_uri') ?? '';
    const client = this.find(asked.get('client_id') ?? '', redirectUri);
    if (client?.redirectUris.includes(redirectUri) !== true) {
      exchange.send(400, '{"error":"invalid_client"}');
      return;
    }
    const back = new URL(redirectUri);
    for (const [name, value] of Object.entries({
      state: asked.get('state'),
      iss: this.returnedIssuer ?? this.issuer,
      ...(this.decision === 'deny' ? { error: 'access_denied' } : { code: this.code(asked, client.id) }),
    }))
      if (value !== null && value !== '') back.searchParams.set(name, value);
    exchange.res.writeHead(302, { location: back.href }).end();
  }

  private code(asked: URLSearchParams, clientId: string): string {
    const code = randomBytes(16).toString('hex');
    this.codes.set(code, {
      clientId,
      redirectUri: asked.get('redirect_uri') ?? '',
      challenge: asked.get('code_challenge') ?? '',
      scopes: (asked.get('scope') ?? '').split(' ').filter(Boolean),
      resource: asked.get('resource') ?? undefined,
      person: this.person,
    });
    return code;
  }

  private async token(exchange: Exchange): Promise<void> {
    await this.gate;
    if (this.tokenStatus !== undefined) {
      exchange.send(this.tokenStatus, JSON.stringify({ error: this.tokenError }));
      return;
    }
    const form = new URLSearchParams(exchange.record.text);
    const client = this.authenticated(exchange, form);
    if (client === undefined) this.refuse(exchange, 'invalid_client', 401);
    else if (form.get('grant_type') === 'authorization_code') this.exchangeCode(exchange, form, client);
    else if (form.get('grant_type') === 'refresh_token') this.refresh(exchange, form, client);
    else if (form.get('grant_type') === 'client_credentials') this.asItself(exchange, form, client);
    else this.refuse(exchange, 'unsupported_grant_type');
  }

  private exchangeCode(exchange: Exchange, form: URLSearchParams, client: KnownClient): void {
    const waiting = this.codes.get(form.get('code') ?? '');
    this.codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (
      waiting?.clientId !== client.id ||
      waiting.redirectUri !== form.get('redirect_uri') ||
      waiting.challenge !== challenge ||
      waiting.resource !== (form.get('resource') ?? undefined)
    )
      this.refuse(exchange, 'invalid_grant');
    else this.give(exchange, this.tokens.begin(waiting));
  }

  private refresh(exchange: Exchange, form: URLSearchParams, client: KnownClient): void {
    const issued = this.tokens.refresh(form.get('refresh_token') ?? '', client.id);
    if (issued === undefined) this.refuse(exchange, 'invalid_grant');
    else this.give(exchange, issued);
  }

  private asItself(exchange: Exchange, form: URLSearchParams, client: KnownClient): void {
    const scopes = (form.get('scope') ?? '').split(' ').filter(Boolean);
    const resource = form.get('resource') ?? undefined;
    const { access } = this.tokens.begin({ clientId: client.id, scopes, resource, person: client.id });
    this.give(exchange, { access, refresh: undefined, scopes });
  }

  private revoke(exchange: Exchange): void {
    const form = new URLSearchParams(exchange.record.text);
    if (this.authenticated(exchange, form) === undefined) this.refuse(exchange, 'invalid_client', 401);
    else {
      this.tokens.end(form.get('token') ?? '');
      exchange.send(200, '{}');
    }
  }

  private give(
    exchange: Exchange,
    { access, refresh, scopes }: { access: string; refresh: string | undefined; scopes: readonly string[] },
  ): void {
    exchange.send(
      200,
      JSON.stringify({
        ...(this.dialect === 'slack' ? { ok: true } : {}),
        ...{ access_token: access, token_type: 'Bearer', scope: scopes.join(' ') },
        ...(refresh === undefined ? {} : { refresh_token: refresh }),
        ...(this.lifetimeS === undefined ? {} : { expires_in: this.lifetimeS }),
        ...this.granted,
      }),
    );
  }

  private refuse(exchange: Exchange, error: string, status = 400): void {
    if (this.dialect === 'slack') exchange.send(200, JSON.stringify({ ok: false, error }));
    else exchange.send(status, JSON.stringify({ error, error_description: `${error}, says the script` }));
  }

  private authenticated({ record }: Exchange, form: URLSearchParams): KnownClient | undefined {
    const [, basic] = /^Basic (.+)$/.exec(record.headers.authorization ?? '') ?? [];
    const [id = '', secret] =
      basic === undefined
        ? [form.get('client_id') ?? '', form.get('client_secret') ?? undefined]
        : Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent);
    const client = this.find(id, '');
    return client?.secret === secret ? client : undefined;
  }

  /** A client with a document has no secret; what its document says is not looked at here. */
  private find(id: string, redirectUri: string): KnownClient | undefined {
    const known = this.clients.get(id);
    if (known !== undefined || !this.takesDocuments || !id.startsWith('http')) return known;
    return { id, secret: undefined, redirectUris: [redirectUri] };
  }
}
