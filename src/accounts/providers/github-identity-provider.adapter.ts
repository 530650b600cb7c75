import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Problem } from '../../kernel/problems/problem.js';
import type { SignInProvider } from '../../platform/config/values/sign-in-providers.js';
import { IdentityProvider, type SignInTies } from './identity-provider.port.js';
import { EgressPolicy } from '../../platform/egress/egress-policy.js';
import { IssuerFetch } from './issuer-fetch.js';
import type { ProvenPerson } from './proven-person.js';

const perPage = 100;
/** Of organizations and teams. */
const maxPages = 10;

const TokenAnswer = z.object({ access_token: z.string().min(1) });
const User = z.object({ id: z.number().int(), login: z.string(), name: z.string().nullish() });
const Emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));
const Orgs = z.array(z.object({ login: z.string() }));
const Teams = z.array(z.object({ slug: z.string(), organization: z.object({ login: z.string() }) }));

/** GitHub, which is no OpenID issuer: its API says who somebody is, once, with a token that is forgotten at once. */
@Injectable()
export class GithubIdentityProvider extends IdentityProvider {
  constructor(private readonly egress: EgressPolicy) {
    super();
  }

  /** There is no discovery: its API answers, whatever it says to somebody without a token. */
  async check({ label, apiUrl }: SignInProvider): Promise<void> {
    const asked = new IssuerFetch(this.egress);
    try {
      const { status } = await asked.fetch(`${apiUrl}/user`, { headers: { 'user-agent': 'gantry' } });
      if (status !== 401)
        throw new Error(`${apiUrl}/user answered ${String(status)} without a token, not 401.`);
    } catch (error) {
      throw asked.problem(label, error);
    }
  }

  begin({ baseUrl, clientId, scopes }: SignInProvider, ties: SignInTies): Promise<string> {
    const query = new URLSearchParams({
      client_id: clientId,
      redirect_uri: ties.returnAddress,
      scope: (scopes ?? ['read:user', 'user:email', 'read:org']).join(' '),
      state: ties.state,
      code_challenge: createHash('sha256').update(ties.verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    return Promise.resolve(`${baseUrl}/login/oauth/authorize?${query.toString()}`);
  }

  async finish(provider: SignInProvider, answer: URLSearchParams, ties: SignInTies): Promise<ProvenPerson> {
    const asked = new IssuerFetch(this.egress);
    const code = answer.get('code');
    if (code === null) throw new Problem('sign-in-refused', `${provider.label} did not let you in.`);
    try {
      return await this.person(new GithubApi(provider, asked, await exchange(provider, asked, code, ties)));
    } catch (error) {
      throw asked.problem(provider.label, error);
    }
  }

  private async person(api: GithubApi): Promise<ProvenPerson> {
    const { id, login, name } = await api.get('/user', User);
    const emails = await api.list('/user/emails', Emails);
    const email = emails.find(({ primary, verified }) => primary && verified)?.email.toLowerCase();
    const orgs = (await api.list('/user/orgs', Orgs)).map((org) => org.login);
    const teams = (await api.list('/user/teams', Teams)).map(
      ({ slug, organization }) => `${organization.login}/${slug}`,
    );
    const known = { ...(email === undefined ? {} : { email, email_verified: true }), ...(name && { name }) };
    return {
      ...{ subject: String(id), email, emailVerified: email !== undefined, name: name ?? login },
      claims: { sub: id, login, ...known, orgs, teams },
    };
  }
}

class GithubApi {
  constructor(
    private readonly provider: SignInProvider,
    private readonly asked: IssuerFetch,
    private readonly token: string,
  ) {}

  async get<T>(path: string, schema: z.ZodType<T>): Promise<T> {
    const response = await this.asked.fetch(this.provider.apiUrl + path, {
      headers: {
        accept: 'application/vnd.github+json',
        authorization: `Bearer ${this.token}`,
        'user-agent': 'gantry',
      },
    });
    if (!response.ok) throw new Error(`GitHub answered ${String(response.status)} at ${path}.`);
    return schema.parse(await response.json());
  }

  async list<T>(path: string, schema: z.ZodType<T[]>): Promise<T[]> {
    const all: T[] = [];
    for (let page = 1; page <= maxPages; page++) {
      const some = await this.get(`${path}?per_page=${String(perPage)}&page=${String(page)}`, schema);
      all.push(...some);
      if (some.length < perPage) break;
    }
    return all;
  }
}

async function exchange(
  { baseUrl, clientId, clientSecret }: SignInProvider,
  asked: IssuerFetch,
  code: string,
  ties: SignInTies,
): Promise<string> {
  const response = await asked.fetch(`${baseUrl}/login/oauth/access_token`, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({
      ...{ client_id: clientId, client_secret: clientSecret, code },
      ...{ redirect_uri: ties.returnAddress, code_verifier: ties.verifier },
    }),
  });
  return TokenAnswer.parse(await response.json()).access_token;
}
