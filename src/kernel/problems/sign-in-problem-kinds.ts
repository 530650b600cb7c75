/** What can go wrong when people sign in at other issuers, in the form of the catalogue: status, title, advice. */
export const signInProblemKinds = {
  'provider-not-found': [
    404,
    'Nobody signs in there',
    '`GET /api/cli/auth/providers` lists the issuers at which people sign in.',
  ],
  'sign-in-not-found': [
    404,
    'This person has not signed in at an issuer',
    'Whoever came by an invitation and a password has no claims to show.',
  ],
  'sign-in-refused': [
    403,
    'You cannot come in this way',
    'Sign in anew. If it stays so, the operator of the gateway finds the reason in the audit log.',
  ],
  'sign-in-unavailable': [
    503,
    'The issuer does not answer',
    'Try again in a moment. Who is signed in stays so; operators can come in with their password.',
  ],
  'password-sign-in-off': [
    403,
    'Passwords are not used here',
    'PASSWORD_SIGN_IN keeps them to operators, or off; sign in at one of the issuers of the page /login.',
  ],
} as const;
