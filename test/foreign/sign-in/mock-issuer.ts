import { OAuth2Server, type MutableToken } from 'oauth2-mock-server';
import {
  signInProviders,
  type SignInProvider,
} from '../../../src/platform/config/values/sign-in-providers.js';
import type { Json } from '../../support/clients/gateway-client.js';

/** What OIDC_PROVIDERS holds when it says this. */
export function providersOf(...providers: readonly Json[]): readonly SignInProvider[] {
  return signInProviders.parse(JSON.stringify(providers));
}

/** `oauth2-mock-server`, which lets in whoever asks: as `person`, with what `bend` makes of the ID token. */
export class MockIssuer {
  /** Claims of who signs in next. */
  person: Json = {};
  /** Changes the ID token before it is signed. */
  bend: (token: MutableToken) => void = () => undefined;
  /** Changes where the browser is sent back. */
  bendReturn: (back: URL) => void = () => undefined;

  private constructor(
    private readonly server: OAuth2Server,
    private readonly port: number,
  ) {
    server.service.on('beforeTokenSigning', (token: MutableToken) => {
      Object.assign(token.payload, this.person);
      if (token.payload['scope'] === undefined) this.bend(token);
    });
    server.service.on('beforeUserinfo', (answer: { body: unknown }) => {
      answer.body = this.person;
    });
    server.service.on('beforeAuthorizeRedirect', ({ url }: { url: URL }) => {
      this.bendReturn(url);
    });
  }

  static async start(): Promise<MockIssuer> {
    const server = new OAuth2Server();
    await server.issuer.keys.generate('RS256');
    await server.start(0, '127.0.0.1');
    return new MockIssuer(server, server.address().port);
  }

  /** What OIDC_PROVIDERS says of it. */
  provider(more: Json = {}): Json {
    const client = { clientId: 'gantry', clientSecret: 'a secret' };
    return { id: 'corp', label: 'Corp', issuer: this.server.issuer.url, ...client, ...more };
  }

  /** Signs ID tokens with a key that it has just made, and publishes it. */
  async rotate(): Promise<string> {
    return (await this.server.issuer.keys.generate('RS256')).kid;
  }

  /** Honest again, with this person. */
  reset(person: Json): void {
    this.person = person;
    this.bend = () => undefined;
    this.bendReturn = () => undefined;
  }

  goAway(): Promise<void> {
    return this.server.stop();
  }

  comeBack(): Promise<void> {
    return this.server.start(this.port, '127.0.0.1');
  }

  async close(): Promise<void> {
    if (this.server.listening) await this.server.stop();
  }
}
