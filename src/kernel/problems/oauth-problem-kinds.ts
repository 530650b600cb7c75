/** What can go wrong when programs come in by OAuth, in the form of the catalogue: status, title, advice. */
export const oauthProblemKinds = {
  'oauth-return-address': [
    400,
    'This program cannot be let in',
    'The request that it sent you with is not one to answer. Begin again in the program, or add the connection in it anew.',
  ],
  'grant-not-found': [
    404,
    'No such grant',
    '`GET /api/grants` lists the programs that you let in; those that ended are not there any more.',
  ],
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
