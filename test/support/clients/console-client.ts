import { Sessions } from '../../../src/accounts/sessions/sessions.service.js';
import type { TestGateway } from '../gateway.js';
import { AppsClient } from './apps-client.js';

/** Asks the API as a page of the gateway does: with the cookie of a browser, and what the browser adds. */
export class ConsoleClient extends AppsClient {
  constructor(
    url: string,
    readonly secret: string,
    private readonly account?: string,
  ) {
    super(url, '');
  }

  override fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const method = init.method ?? 'GET';
    const headers = new Headers({
      'sec-fetch-site': 'same-origin',
      cookie: `other=1; gantry-session=${this.secret}`,
      ...(method === 'GET' || method === 'HEAD' ? {} : { 'x-gantry-console': '1', origin: this.url }),
      ...(this.account === undefined ? {} : { 'x-account': this.account }),
    });
    new Headers(init.headers).forEach((value, name) => {
      headers.set(name, value);
    });
    return fetch(this.url + path, { redirect: 'manual', ...init, headers });
  }

  /** The same browser, in another account of its person. */
  in(account: string): ConsoleClient {
    return new ConsoleClient(this.url, this.secret, account);
  }
}

/** A browser in which somebody has just signed in. */
export async function browserOf(gateway: TestGateway, userId: string): Promise<ConsoleClient> {
  const { secret } = await gateway.app.get(Sessions, { strict: false }).begin(userId);
  return new ConsoleClient(gateway.url, secret);
}

/** A browser of the one whom the gateway's own token is for. */
export async function operatorsBrowser(gateway: TestGateway): Promise<ConsoleClient> {
  const { body } = await gateway.json('/api/cli/auth/me');
  return browserOf(gateway, (body['user'] as { readonly id: string }).id);
}
