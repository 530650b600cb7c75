/** What an SDK's own OAuth code reads from a token answer. */
export interface KeptTokens {
  readonly access_token: string;
  readonly refresh_token?: string | undefined;
}

/**
 * What an application has to add to the SDK's OAuth code: a place for what that code wants remembered, and the way to the person's
 * browser, which here is the test's. It fits `OAuthClientProvider` of both versions.
 */
export class KeptCredentials<Client, Tokens extends KeptTokens, Discovery> {
  readonly redirectUrl = 'http://127.0.0.1:41999/callback';
  readonly clientMetadata = {
    client_name: 'An application',
    redirect_uris: [this.redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
  /** Where the person was sent last. */
  asked: URL | undefined;
  /** Each token answer, the newest last. */
  readonly answers: Tokens[] = [];
  private client: Client | undefined;
  private verifier = '';
  private discovered: Discovery | undefined;

  /** `clientMetadataUrl`: the address of its document, by which it is known where that is taken. */
  constructor(readonly clientMetadataUrl?: string) {}

  state(): string {
    return 'kept by the application';
  }

  clientInformation(): Client | undefined {
    return this.client;
  }

  saveClientInformation(client: Client): void {
    this.client = client;
  }

  tokens(): Tokens | undefined {
    return this.answers.at(-1);
  }

  saveTokens(tokens: Tokens): void {
    this.answers.push(tokens);
  }

  redirectToAuthorization(address: URL): void {
    this.asked = address;
  }

  saveCodeVerifier(verifier: string): void {
    this.verifier = verifier;
  }

  codeVerifier(): string {
    return this.verifier;
  }

  saveDiscoveryState(state: Discovery): void {
    this.discovered = state;
  }

  discoveryState(): Discovery | undefined {
    return this.discovered;
  }

  invalidateCredentials(scope: string): void {
    if (scope === 'all' || scope === 'client') this.client = undefined;
    if (scope === 'all' || scope === 'tokens') this.answers.length = 0;
  }
}
