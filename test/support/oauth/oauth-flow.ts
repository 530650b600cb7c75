import { createHash, randomBytes } from 'node:crypto';
import { GatewayClient, type Answer, type Json } from '../clients/gateway-client.js';
import { hiddenFields, type PageVisitor, type ShownPage } from '../clients/page-visitor.js';

type Fields = Readonly<Record<string, string>>;

export const webAddress = 'https://program.example/callback';

/** A verifier with its challenge (RFC 7636 §4). */
export function pkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** What came of a decision: where the browser was sent, and with what. */
export interface Returned {
  readonly location: string;
  readonly answer: Fields;
}

/** Tokens as the token endpoint gave them. */
export interface Tokens {
  readonly access: string;
  readonly refresh: string;
}

/** A program that comes in by OAuth, as such programs do. */
export class OAuthProgram {
  private constructor(
    readonly url: string,
    readonly clientId: string,
    readonly secret: string | undefined,
    readonly redirectUri: string,
  ) {}

  static async register(
    { url }: { readonly url: string },
    more: Json = {},
    redirectUri = webAddress,
  ): Promise<OAuthProgram> {
    const body = {
      client_name: 'Program',
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: 'none',
      ...more,
    };
    const response = await fetch(`${url}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (response.status !== 201) throw new Error(await response.text());
    const answer = (await response.json()) as Json;
    const secret = answer['client_secret'] as string | undefined;
    return new OAuthProgram(url, answer['client_id'] as string, secret, redirectUri);
  }

  /** A program with a document. */
  static known({ url }: { readonly url: string }, clientId: string, redirectUri = webAddress): OAuthProgram {
    return new OAuthProgram(url, clientId, undefined, redirectUri);
  }

  /** The same program at another process. */
  at({ url }: { readonly url: string }): OAuthProgram {
    return new OAuthProgram(url, this.clientId, this.secret, this.redirectUri);
  }

  /** Path of an authorization request; parameters that are `undefined` are left out. */
  path(challenge: string, more: Readonly<Record<string, string | undefined>> = {}): string {
    const parameters: Readonly<Record<string, string | undefined>> = {
      ...{ client_id: this.clientId, redirect_uri: this.redirectUri, response_type: 'code' },
      ...{ code_challenge: challenge, code_challenge_method: 'S256', state: 's t/a&te' },
      ...more,
    };
    const query = Object.entries(parameters).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
    );
    return `/oauth/authorize?${query.join('&')}`;
  }

  /** Leads somebody who is signed in through the consent; the code. */
  async authorize(
    browser: PageVisitor,
    challenge: string,
    more: Readonly<Record<string, string | undefined>> = {},
  ): Promise<string> {
    const page = await browser.get(this.path(challenge, more));
    const { answer } = returnedBy(page.status === 303 ? page : await decideOn(browser, page, 'allow'));
    if (answer['code'] === undefined) throw new Error(JSON.stringify(answer));
    return answer['code'];
  }

  /** The whole flow. */
  async comeIn(
    browser: PageVisitor,
    more: Readonly<Record<string, string | undefined>> = {},
  ): Promise<Tokens> {
    const { verifier, challenge } = pkce();
    const code = await this.authorize(browser, challenge, more);
    return tokensOf(await this.exchange(code, verifier));
  }

  exchange(code: string, verifier: string, more: Fields = {}): Promise<Answer> {
    const given = { grant_type: 'authorization_code', code, code_verifier: verifier };
    return this.post('/oauth/token', { ...given, redirect_uri: this.redirectUri, ...more });
  }

  refresh(token: string, more: Fields = {}): Promise<Answer> {
    return this.post('/oauth/token', { grant_type: 'refresh_token', refresh_token: token, ...more });
  }

  revoke(token: string, more: Fields = {}): Promise<Answer> {
    return this.post('/oauth/revoke', { token, ...more });
  }

  /** A form with what the program proves itself by. */
  post(path: string, fields: Fields, headers: Record<string, string> = {}): Promise<Answer> {
    const secret: Fields = this.secret === undefined ? {} : { client_secret: this.secret };
    return postForm(this, path, { client_id: this.clientId, ...secret, ...fields }, headers);
  }
}

export function postForm(
  { url }: { readonly url: string },
  path: string,
  fields: Fields | readonly (readonly [string, string])[],
  headers: Record<string, string> = {},
): Promise<Answer> {
  const body = new URLSearchParams(fields as Record<string, string>).toString();
  return new Stranger(url, '').json(path, {
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
}

class Stranger extends GatewayClient {
  override fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(this.url + path, { redirect: 'manual', ...init });
  }
}

export function tokensOf({ status, body, text }: Answer): Tokens {
  if (status !== 200) throw new Error(text);
  return { access: String(body['access_token']), refresh: String(body['refresh_token']) };
}

/** Sends the form of a consent page: what is ticked stays so, unless `fields` says otherwise. */
export function decideOn(
  browser: PageVisitor,
  page: ShownPage,
  decision: 'allow' | 'deny' | 'look',
  fields: readonly (readonly [string, string])[] = tickedOn(page),
): Promise<ShownPage> {
  const action = consentAction(page);
  const hidden = Object.entries(hiddenFields(page, action));
  return browser.sendForm(action, [
    ...hidden,
    ...fields,
    ['decision', decision === 'allow' ? 'approve' : decision],
  ]);
}

/** The address that the form of a consent page goes to. */
export function consentAction({ text }: ShownPage): string {
  const action = /action="([^"]*\/oauth\/authorize[^"]*)"/.exec(text)?.[1];
  if (action === undefined) throw new Error(`no consent form on the page:\n${text}`);
  return action.replaceAll('&amp;', '&');
}

/** Boxes that are ticked on a page, and what is chosen in its lists. */
export function tickedOn({ text }: ShownPage): (readonly [string, string])[] {
  const boxes = [...text.matchAll(/<input\s+type="checkbox"\s+name="(\w+)"\s+value="([^"]*)"\s+checked/g)];
  return boxes.map(([, name = '', value = '']) => [name, value] as const);
}

/** Where a page that ended in a redirect to a program has sent the browser. */
export function returnedBy({ status, url, text }: ShownPage): Returned {
  if (status !== 303) throw new Error(`no redirect but ${String(status)} ${text}`);
  return { location: url, answer: Object.fromEntries(new URL(url).searchParams) };
}
