import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { ConfigFault } from '../config-fault.js';
import { baseAddress } from '../variable.js';

/** A rule: who has a claim like this is in that account with that role. */
export interface SignInRule {
  /** A path with dots into what the issuer says of somebody. */
  readonly claim: string;
  /** A glob over the claim's value, or over each of its values. */
  readonly match: string;
  /** Slug or id. */
  readonly account: string;
  readonly role: 'owner' | 'admin' | 'member';
}

/** An issuer at which people sign in. */
export interface SignInProvider {
  readonly id: string;
  readonly label: string;
  readonly type: 'oidc' | 'github';
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes?: readonly string[] | undefined;
  /** The domains of whose addresses it may speak; without any, it speaks only in accounts that its rules name. */
  readonly domains: readonly string[];
  /** Of GitHub: where its pages are, and its API. */
  readonly baseUrl: string;
  readonly apiUrl: string;
  readonly rules: readonly SignInRule[];
}

const text = (max: number) => z.string().min(1).max(max);
const github = { baseUrl: 'https://github.com', apiUrl: 'https://api.github.com' };
const loopback = ['localhost', '127.0.0.1', '[::1]'];

/** Plain http would tell everybody on the way who comes in, so it is for this machine alone. */
const safeAddress = baseAddress.max(2048).refine((address) => {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || loopback.includes(hostname);
}, 'must be https, or http on loopback');

const Rule = z.strictObject({
  claim: text(200),
  match: text(200),
  account: text(63),
  role: z.enum(['owner', 'admin', 'member']),
});

const Provider = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'ids take a-z, 0-9 and -'),
    label: text(60),
    type: z.enum(['oidc', 'github']).default('oidc'),
    issuer: safeAddress.optional(),
    clientId: text(512),
    clientSecret: text(4096).optional(),
    clientSecretFile: text(4096).optional(),
    scopes: z.array(text(100)).max(50).optional(),
    domains: z
      .array(text(253).transform((domain) => domain.toLowerCase()))
      .max(100)
      .default([]),
    baseUrl: safeAddress.optional(),
    apiUrl: safeAddress.optional(),
    rules: z.array(Rule).max(1000).default([]),
  })
  .superRefine(({ type, issuer, clientSecret, clientSecretFile, baseUrl, apiUrl }, context) => {
    if ((clientSecret === undefined) === (clientSecretFile === undefined))
      context.addIssue('takes one of clientSecret and clientSecretFile');
    if (type === 'oidc' && issuer === undefined) context.addIssue('needs issuer');
    if (type === 'oidc' && (baseUrl ?? apiUrl) !== undefined)
      context.addIssue('takes baseUrl and apiUrl with the type github only');
  })
  .transform(({ clientSecretFile, baseUrl, apiUrl, issuer, clientSecret, ...rest }, context) => {
    const base = withoutSlash(baseUrl ?? issuer ?? github.baseUrl);
    const api = base === github.baseUrl ? github.apiUrl : `${base}/api/v3`;
    return {
      ...rest,
      ...{ issuer: rest.type === 'github' ? base : (issuer ?? ''), baseUrl: base },
      apiUrl: withoutSlash(apiUrl ?? api),
      clientSecret: clientSecret ?? secretIn(clientSecretFile ?? '', context),
    };
  });

/** Reads the list of OIDC_PROVIDERS. */
export const signInProviders: z.ZodType<readonly SignInProvider[], string> = z
  .string()
  .transform((json, context): unknown => {
    try {
      return JSON.parse(json);
    } catch {
      context.addIssue('must be JSON');
      return z.NEVER;
    }
  })
  .pipe(z.array(Provider).max(50))
  .superRefine((providers, context) => {
    for (const part of ['id', 'issuer'] as const) {
      const all = providers.map((provider) => provider[part]);
      const twice = all.find((value, index) => all.indexOf(value) !== index);
      if (twice !== undefined) context.addIssue(`names the ${part} ${twice} twice`);
    }
  });

/** Without passwords there must be another way in. */
export function noWayIn(values: {
  readonly PASSWORD_SIGN_IN: string;
  readonly OIDC_PROVIDERS: readonly SignInProvider[];
}): ConfigFault[] {
  return values.PASSWORD_SIGN_IN === 'off' && values.OIDC_PROVIDERS.length === 0
    ? [{ variable: 'PASSWORD_SIGN_IN', detail: 'is off, and OIDC_PROVIDERS names nobody to sign in at' }]
    : [];
}

function secretIn(path: string, context: z.core.$RefinementCtx): string {
  try {
    const secret = readFileSync(path, 'utf8').trim();
    if (secret !== '') return secret;
    context.addIssue(`finds nothing in ${path}`);
  } catch (error) {
    context.addIssue(`cannot read ${path} (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
  }
  return z.NEVER;
}

function withoutSlash(address: string): string {
  return address.replace(/(?<!\/)\/+$/, '');
}
