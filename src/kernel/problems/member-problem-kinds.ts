/** What can go wrong with the people of an account; rows of the problem catalogue. */
export const memberProblemKinds = {
  'member-not-found': [404, 'No such member', 'GET /api/cli/members lists the people of the account.'],
  'last-owner': [
    409,
    'An account keeps an owner',
    'Make somebody else an owner before: by PATCH /api/cli/members/{user}, or by an invitation.',
  ],
  'role-by-rule': [
    409,
    'A rule of an issuer gives this role',
    'Change the rule in OIDC_PROVIDERS, or what the issuer says of the person; GET /api/cli/members/{user}/sign-in tells which rules matched.',
  ],
  'too-many-members': [
    409,
    'The account has too many members and invitations',
    'Remove members or revoke invitations; ACCOUNT_MEMBERS names the limit.',
  ],
  'already-member': [
    409,
    'This person is in the account already',
    'GET /api/cli/auth/me shows the account that the token belongs to.',
  ],
} as const satisfies Record<string, readonly [number, string, string]>;
