import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Json } from '../clients/gateway-client.js';

/** Who signs in at GitHub. */
export interface GithubPerson {
  readonly id: number;
  readonly login: string;
  readonly emails: readonly Json[];
  readonly orgs: readonly string[];
}

const octo: GithubPerson = {
  id: 583231,
  login: 'octo',
  emails: [{ email: 'Octo@Example.com', primary: true, verified: true }],
  // Two pages.
  orgs: Array.from({ length: 101 }, (_, index) => `org${String(index)}`),
};

/** The part of GitHub that signs people in. Everyone is in the team acme/core. */
export class ScriptedGithub {
  person = octo;
  isDown = false;
  private readonly ids = new Map<string, number>();
  private challenge = '';

  private constructor(private readonly server: Server) {
    server.on('request', (req, res) => {
      void this.answer(req).then((answer) => {
        if (answer instanceof URL) res.writeHead(302, { location: answer.href }).end();
        else res.writeHead(answer === undefined ? 401 : this.isDown ? 502 : 200).end(JSON.stringify(answer));
      });
    });
  }

  static async start(): Promise<ScriptedGithub> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new ScriptedGithub(server);
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  /** An entry of OIDC_PROVIDERS. */
  provider(more: Json = {}): Json {
    const client = { clientId: 'gantry', clientSecret: 'a secret' };
    return { id: 'github', label: 'GitHub', type: 'github', baseUrl: this.url, ...client, ...more };
  }

  /** Next comes somebody with this verified address. */
  expect(email: string, more: Partial<GithubPerson> = {}): void {
    const id = this.ids.get(email) ?? this.ids.size + 1;
    this.ids.set(email, id);
    const emails = [{ email, primary: true, verified: true }];
    this.person = { id, login: email.slice(0, email.indexOf('@')), emails, orgs: [], ...more };
  }

  private async answer(req: IncomingMessage): Promise<URL | object | undefined> {
    const { pathname, searchParams } = new URL(req.url ?? '/', this.url);
    if (pathname === '/login/oauth/authorize') {
      this.challenge = searchParams.get('code_challenge') ?? '';
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      back.search = new URLSearchParams({ code: 'c0de', state: searchParams.get('state') ?? '' }).toString();
      return back;
    }
    if (pathname === '/login/oauth/access_token') {
      const form = new URLSearchParams(await text(req));
      const verified = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      const isRight = form.get('client_secret') === 'a secret' && verified === this.challenge;
      return isRight ? { access_token: 'gho_1', token_type: 'bearer' } : { error: 'bad_verification_code' };
    }
    if (req.headers.authorization !== 'Bearer gho_1') return undefined;
    const page = Number(searchParams.get('page') ?? '1');
    const { id, login, emails, orgs } = this.person;
    const answers: Record<string, object> = {
      '/user': { id, login, name: null },
      '/user/emails': emails,
      '/user/orgs': orgs.slice((page - 1) * 100, page * 100).map((name) => ({ login: name })),
      '/user/teams': [{ slug: 'core', organization: { login: 'acme' } }],
    };
    return answers[pathname.replace('/api/v3', '')];
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close').catch(() => undefined);
  }
}
