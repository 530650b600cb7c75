/** What can go wrong when programs come in by OAuth, in the form of the catalogue: status, title, advice. */
export const oauthProblemKinds = {
  'oauth-client-unknown': [
    400,
    'The program is not known here',
    'Let the program register again, or remove the connection in it and add it anew.',
  ],
  'oauth-client-unreachable': [
    502,
    'The document of the program cannot be had',
    'A program whose client_id is an https address serves a document there. The detail says what came instead.',
  ],
  'oauth-client-unavailable': [
    503,
    'The document of the program cannot be had now',
    'A program whose client_id is an https address serves a document there. Try again in a moment.',
  ],
} as const;
