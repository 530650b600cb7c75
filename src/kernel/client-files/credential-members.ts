import { isJsonObject } from '../json/json.js';
import type { ClientMember } from './client-member.js';
import * as read from './member-readers.js';

/** Whose credential a server gets. */
export const credentialMembers: readonly ClientMember[] = [
  {
    names: ['bearerToken', 'bearer_token', 'authorization_token', 'authorizationToken'],
    clients: ['metamcp', 'mcporter'],
    becomes: '`headers.Authorization` with a secret',
    effect: 'mapped',
    example: 'tok_0000000000',
    read: read.readBearer,
  },
  {
    names: ['bearer_token_env_var', 'bearerTokenEnv', 'bearerTokenEnvVar'],
    clients: ['codex', 'mcporter'],
    becomes: '`headers.Authorization` with a secret, whose value is that of the variable where you import',
    effect: 'mapped',
    example: 'TOKEN',
    read: read.readBearerVariable,
  },
  {
    names: ['apiKey', 'api_key'],
    clients: ['continue', 'librechat'],
    becomes: '`headers` with a secret; a key of each person disables the server',
    effect: 'mapped',
    example: 'key_0000000000',
    read: read.readApiKey,
  },
  {
    names: ['oauth'],
    clients: ['claude-code', 'gemini', 'opencode', 'codex', 'crush', 'librechat', 'metamcp'],
    becomes:
      '`auth` of each person, with `clientId`, `clientSecret` (as a secret), `scopes` and `resource`; of its other members a warning',
    effect: 'mapped',
    example: { clientId: 'x' },
    read: read.readOAuth,
  },
  {
    names: ['auth'],
    clients: ['cursor', 'fastmcp', 'mcporter'],
    becomes: 'As `oauth`; a text is a bearer token',
    effect: 'mapped',
    example: { CLIENT_ID: 'x' },
    read: read.readAuth,
    isOwn: (value) =>
      isJsonObject(value) && ('type' in value || 'for' in value || Object.keys(value).length === 0),
  },
  {
    names: ['oauth_client_id', 'oauthClientId'],
    clients: ['crush', 'codex'],
    becomes: '`auth.clientId`',
    effect: 'mapped',
    example: 'x',
    read: read.readOAuthMember('clientId'),
  },
  {
    names: ['oauth_client_secret', 'oauthClientSecret'],
    clients: ['crush'],
    becomes: '`auth.clientSecret`, as a secret',
    effect: 'mapped',
    example: 'x',
    read: read.readOAuthMember('clientSecret'),
  },
  {
    names: ['scopes', 'oauth_scopes', 'oauthScopes'],
    clients: ['codex'],
    becomes: '`auth.scopes`',
    effect: 'mapped',
    example: ['read'],
    read: read.readOAuthMember('scopes'),
  },
  {
    names: ['oauth_resource'],
    clients: ['codex'],
    becomes: '`auth.resource`',
    effect: 'mapped',
    example: 'https://mcp.example.com/mcp',
    read: read.readOAuthMember('resource'),
  },
  {
    names: ['requiresOAuth'],
    clients: ['librechat'],
    becomes: '`auth` of each person',
    effect: 'mapped',
    example: true,
    read: read.readSignIn,
  },
  {
    names: ['authProviderType'],
    clients: ['gemini'],
    becomes: '`auth` for `dynamic_discovery`, else a warning',
    effect: 'mapped',
    example: 'dynamic_discovery',
    read: read.readProviderType,
  },
  {
    names: ['obo', 'customUserVars', 'passthroughHeaders'],
    clients: ['librechat', 'mcphub'],
    becomes:
      'The server is disabled: it takes something of each person, which the gateway does by `auth` only',
    effect: 'disables',
    example: {},
    read: read.noted(
      'disables',
      'sends what belongs to each person, which the gateway does by `auth` only: the server is disabled',
    ),
  },
  {
    names: ['headersHelper', 'envFile', 'env_file', 'oauth_headers'],
    clients: ['claude-code', 'vscode', 'cursor', 'librechat'],
    becomes: 'A warning: put what it gives into `headers` or `env`',
    effect: 'warning',
    example: '/opt/x',
    read: read.noted('warning', 'is not read: put what it gives into headers or env, as secrets'),
  },
];
