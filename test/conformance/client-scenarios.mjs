// @ts-check
// What the suite asks of a client that wants in by OAuth, with the gateway as that client: which scenarios pass, and why each of the others
// does not. A scenario that is in no list, or in the wrong one, is a fault.

/** Run as one suite. */
export const suite = 'auth';
export const ofSuite = [
  'auth/metadata-default',
  'auth/metadata-var1',
  'auth/metadata-var2',
  'auth/metadata-var3',
  'auth/basic-cimd',
  'auth/scope-from-www-authenticate',
  'auth/scope-from-scopes-supported',
  'auth/scope-omitted-when-undefined',
  'auth/scope-step-up',
  'auth/scope-retry-limit',
  'auth/token-endpoint-auth-basic',
  'auth/token-endpoint-auth-post',
  'auth/token-endpoint-auth-none',
  'auth/pre-registration',
];

/** Of other suites: what later revisions and extensions add, and what earlier ones had. */
export const others = [
  'auth/2025-03-26-oauth-metadata-backcompat',
  'auth/2025-03-26-oauth-endpoint-fallback',
  'auth/resource-mismatch',
  'auth/offline-access-scope',
  'auth/offline-access-not-supported',
  'auth/iss-supported',
  'auth/iss-not-advertised',
  'auth/iss-supported-missing',
  'auth/iss-wrong-issuer',
  'auth/iss-unexpected',
  'auth/iss-normalized',
  'auth/metadata-issuer-mismatch',
  'auth/authorization-server-migration',
  'auth/client-credentials-basic',
];

/** @type {Readonly<Record<string, string>>} */
export const notPassing = {};

/** @type {Readonly<Record<string, string>>} */
export const notRun = {
  'auth/client-credentials-jwt':
    'a declaration has a secret, and no key to sign with: `client_credentials` is for clients with a secret',
  'auth/enterprise-managed-authorization':
    'an extension by which an identity provider of a company answers in place of a person; nobody is asked here then',
  'auth/dpop': 'an extension that no server asks for yet: tokens are sent as bearers',
  'auth/dpop-nonce': 'as auth/dpop',
  'auth/wif-jwt-bearer':
    'an extension by which a workload shows a token of its platform; the gateway has none',
};
