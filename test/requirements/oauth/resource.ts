import type { RequirementRows } from '../rows.js';

/** Programs that come in by OAuth: what they find out, and how far their grants reach. */
export const oauthResource: RequirementRows = {
  'docs/native.md#where-a-token-comes-from': {
    'oauth-challenge':
      'Without a token a native endpoint answers 401 whatever is asked, with the address of its metadata and the scopes, and without an error member; on both ways through the gateway.',
    'oauth-challenge-invalid':
      'A token that is unknown, expired, revoked or for another resource is 401 at a native endpoint, with `invalid_token` and a description besides.',
    'oauth-challenge-rest': 'The challenges of REST and SDK name a realm and the missing scope, as before.',
    'oauth-step-up':
      'Native lists need `tools:read`, all else `tools:call`, in both eras, in batches and in sessions; what lacks is 403 `insufficient_scope` with all the scopes that are needed together.',
    'oauth-key-lists': 'A key of an app with `tools:read` alone lists natively.',
    'oauth-resource-metadata':
      'RFC 9728: each native endpoint has a document whose `resource` is its address as people type it, alike for names that exist and that do not.',
    'oauth-server-metadata':
      'RFC 8414: the authorization server is described at three addresses, with what each kind of client looks for.',
    'oauth-root': 'At the root there is no document unless OAUTH_ROOT_DISCOVERY says so.',
    'oauth-any-origin':
      'Pages of any site may read the documents, with a preflight and with whatever Authorization; nothing else.',
    'oauth-base-path':
      'With a path in PUBLIC_URL the documents answer at the root with the path behind, and below the path.',
    'oauth-off':
      'MCP_OAUTH=off: no documents, challenges and scopes as before, and no token of a program is good.',
  },
  'docs/native.md#what-a-programs-token-is-good-for': {
    'program-walk':
      'Every operation is closed to programs but those that they are for; at another resource a bound token is 401, what a narrowed one was not left is 404, each as for what is not there; no program manages, operates or has another scope.',
    'program-unbound': 'A token that is bound to nothing reaches what its person reaches, and nobody else’s.',
    'program-bound-server':
      'A token for a server’s endpoint is good for that server’s native and REST operations, under its handle and its id.',
    'program-bound-app':
      'A token for an app’s endpoint is good for that endpoint, SDK and resolve of it, and its servers.',
    'program-narrowed':
      'What a person left a program is all that it sees and calls: in lists, searches, names, workflows, runs, suggestions, sessions, and after the app has changed.',
    'program-reach':
      'What there is to let a program in to is what its person reaches in the account, found by its address whichever of its names stands in it.',
    'program-quick':
      'A program’s token that was seen lately and a published server cost a look in memory, whatever its grant is bound to.',
    'program-me':
      '`auth/me` calls the token of a program `grant`; lists of a person’s tokens do not have it.',
    'program-apart':
      'Sessions, idempotency keys and approvals of one program are neither another’s nor its person’s.',
    'program-approves-nothing':
      'A program approves nothing for its person: neither what an app wants approved in a chat nor a step of a run.',
    'program-renewed':
      'Sessions and calls of a program outlast its token as long as its grant lives; streams of news end with the token, and everything with the grant.',
    'program-runs': 'Runs that a program began may go on while its grant lives, and not longer.',
    'program-calls': 'The record of calls names the grant of a program.',
    'program-rate': 'The tokens of one grant have one quota together.',
    'program-tokens-removed':
      'Tokens of programs are removed a day after their end, and of one grant there are at most 500; the newest of a living grant stays.',
    'program-ends': 'A program ends with the membership of its person: tokens, sessions and streams.',
  },
};
