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
  'browser-session-not-found': [
    404,
    'You are not signed in with such a browser',
    '`GET /api/me/sessions` lists the browsers that you are signed in with.',
  ],
  'invitation-not-found': [
    404,
    'No such invitation',
    '`GET /api/cli/invitations` lists those that are open; one that was accepted or replaced is gone.',
  ],
  'second-factor-required': [
    403,
    'The account asks for a second factor',
    'Set one up at the page /factor, or sign in anew and show a code or a passkey. Tokens, app keys and programs are not asked.',
  ],
  'wrong-code': [
    403,
    'The code is wrong, or was used',
    'Send the code that the authenticator shows now, or a recovery code that was not used yet.',
  ],
  'factor-present': [
    409,
    'There is a second factor already',
    'Take the present one away first, with a code of it: `DELETE /api/me/totp`.',
  ],
  'factor-not-found': [
    404,
    'There is no second factor',
    'Begin with `POST /api/me/totp`; what is begun has to be confirmed within fifteen minutes.',
  ],
  'passkeys-unavailable': [
    409,
    'There are no passkeys at this address',
    'Browsers have them for https and a name, or for localhost: set PUBLIC_URL to such an address, and come by it.',
  ],
  'passkey-refused': [
    403,
    'The passkey was not made as asked for',
    'Begin anew. The authenticator must see who you are, by a finger, a face or a PIN.',
  ],
  'passkey-known': [
    409,
    'This passkey is known already',
    'Show it to sign in; to have it under another name take it away first.',
  ],
  'passkey-not-found': [404, 'You have no such passkey', '`GET /api/me/factors` lists those that you have.'],
  'too-many-passkeys': [
    409,
    'You have too many passkeys',
    'Take one away that you use no more; MAX_PASSKEYS names the limit.',
  ],
  'password-sign-in-off': [
    403,
    'Passwords are not used here',
    'PASSWORD_SIGN_IN keeps them to operators, or off; sign in at one of the issuers of the page /login.',
  ],
} as const;
