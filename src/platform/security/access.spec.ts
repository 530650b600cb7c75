import { scopes, type Principal, type UserPrincipal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { bearerChallenge } from '../http/answers/challenge.js';
import { requireAccess, unauthorized, type Access } from './access.js';

const owner: UserPrincipal = {
  kind: 'user',
  tokenId: 't',
  accountId: 'a',
  userId: 'u',
  role: 'owner',
  operator: true,
  scopes: new Set(scopes),
};
const member: UserPrincipal = { ...owner, role: 'member', operator: false };
const app: Principal = {
  kind: 'app',
  tokenId: 't',
  accountId: 'a',
  appId: 'p',
  scopes: new Set(['tools:call']),
};
const program: UserPrincipal = {
  ...member,
  scopes: new Set(['tools:read']),
  grant: { grantId: 'ogr_1' },
};

function verdict(access: Access, principal?: Principal): string {
  try {
    requireAccess(access, principal);
    return 'open';
  } catch (error) {
    return error instanceof Problem ? error.code : String(error);
  }
}

describe('requireAccess', () => {
  it.each<[string, Access, Principal | undefined, string]>([
    ['public admits everybody', { for: 'public' }, undefined, 'open'],
    ['nobody is refused', { for: 'any', scope: 'tools:read' }, undefined, 'unauthorized'],
    ['an app with the scope is admitted', { for: 'any', scope: 'tools:call' }, app, 'open'],
    ['an app without the scope is refused', { for: 'any', scope: 'tools:read' }, app, 'insufficient-scope'],
    ['a user route refuses apps', { for: 'user', scope: 'tools:call' }, app, 'forbidden'],
    ['a user route admits users', { for: 'user' }, member, 'open'],
    ['a role is required', { for: 'user', roles: ['owner', 'admin'] }, member, 'forbidden'],
    ['the role is enough', { for: 'user', roles: ['owner', 'admin'] }, owner, 'open'],
    [
      'an owner is not the operator',
      { for: 'user', operator: true },
      { ...member, role: 'owner' },
      'forbidden',
    ],
    ['a program is refused where nobody said that it may come', { for: 'any' }, program, 'forbidden'],
    ['a program is admitted where somebody did', { for: 'any', programs: true }, program, 'open'],
    [
      'a program needs the scope',
      { for: 'any', scope: 'tools:call', programs: true },
      program,
      'insufficient-scope',
    ],
    [
      'one of the scopes for tools is enough',
      { for: 'any', scope: 'tools', programs: true },
      program,
      'open',
    ],
    [
      'one of them is needed',
      { for: 'any', scope: 'tools' },
      { ...member, scopes: new Set() },
      'insufficient-scope',
    ],
    ['a token is no browser', { for: 'session' }, owner, 'forbidden'],
    ['a browser is admitted', { for: 'session' }, { ...member, session: { signedInAt: 0 } }, 'open'],
    ['the operator is admitted', { for: 'user', operator: true }, owner, 'open'],
  ])('%s', (_, access, principal, expected) => {
    expect(verdict(access, principal)).toBe(expected);
  });
});

describe('unauthorized', () => {
  it('challenges as RFC 6750 §3 says: no error code when there was no token', () => {
    expect(challengeOf(unauthorized())).toBe('Bearer realm="gantry"');
    expect(challengeOf(unauthorized('The token is expired.'))).toBe(
      'Bearer realm="gantry", error="invalid_token", error_description="The token is expired."',
    );
  });
});

function challengeOf({ extras: { challenge = {} } }: Problem): string {
  return bearerChallenge({ realm: 'gantry' }, challenge);
}
