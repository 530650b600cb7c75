import { approvalProblemKinds } from './approval-problem-kinds.js';
import { catalogProblemKinds } from './catalog-problem-kinds.js';
import { chatProblemKinds } from './chat-problem-kinds.js';
import { grantProblemKinds } from './grant-problem-kinds.js';
import { memberProblemKinds } from './member-problem-kinds.js';
import { oauthProblemKinds } from './oauth-problem-kinds.js';
import { questionProblemKinds } from './question-problem-kinds.js';
import { resultProblemKinds } from './result-problem-kinds.js';
import { upstreamProblemKinds } from './upstream-problem-kinds.js';
import { signInProblemKinds } from './sign-in-problem-kinds.js';
import { workflowProblemKinds } from './workflow-problem-kinds.js';

/** One row of the error table: what a `code` means to the caller and what to do about it. */
export interface ProblemKind {
  readonly status: number;
  readonly title: string;
  readonly advice: string;
}

const kinds = {
  ...approvalProblemKinds,
  ...catalogProblemKinds,
  ...chatProblemKinds,
  ...grantProblemKinds,
  ...memberProblemKinds,
  ...oauthProblemKinds,
  ...questionProblemKinds,
  ...resultProblemKinds,
  ...signInProblemKinds,
  ...workflowProblemKinds,
  ...upstreamProblemKinds,
  'malformed-json': [
    400,
    'The body is not valid JSON',
    'Send one JSON value in UTF-8 without BOM, duplicate members, lone surrogates or a __proto__ member.',
  ],
  'json-too-deep': [
    400,
    'The JSON body is nested too deeply',
    'Flatten the body; MAX_JSON_DEPTH names the limit.',
  ],
  'invalid-request': [
    400,
    'The request is not valid',
    'Each entry of `errors` names a member by JSON pointer and says what is wrong with it.',
  ],
  'invalid-cursor': [
    400,
    'The cursor is not valid',
    'Use `nextCursor` of the previous answer of the same list unchanged, or start again without a cursor.',
  ],
  'app-required': [
    400,
    'An app must be named',
    'Name it in `?app=` by slug or id, or use an app key, which belongs to one app.',
  ],
  'invalid-header': [400, 'A request header is not valid', 'The detail names the header.'],
  unauthorized: [401, 'A valid token is required', 'Send `Authorization: Bearer <token>` with a live token.'],
  forbidden: [403, 'Not allowed', 'The token is valid, but this action is not open to it.'],
  'insufficient-scope': [
    403,
    'The token lacks a scope',
    'Use a token that carries the scope named in the detail.',
  ],
  'wrong-password': [
    403,
    'The password is wrong',
    'Send the present password of the person that the token speaks for.',
  ],
  'form-expired': [
    403,
    'This form is out of date',
    'Load the page again and send the form once more; cookies must be allowed for this site.',
  ],
  'origin-not-allowed': [
    403,
    'The Origin is not allowed',
    'Add the origin to ALLOWED_ORIGINS if a browser application of yours calls this gateway.',
  ],
  'egress-denied': [
    403,
    'The address may not be reached from here',
    'The operator can allow a private address with EGRESS_ALLOW.',
  ],
  'app-mismatch': [
    403,
    'The key belongs to another app',
    'Leave `app` out, or use a key of the app that it names.',
  ],
  'tool-denied': [
    403,
    'The tool is denied by policy',
    'The allow and deny lists of the server exclude this tool.',
  ],
  'tool-changed': [
    403,
    'The tool is not the one that was accepted',
    'GET /api/cli/apps/{app}/tools/drift shows the difference; POST …/tools/accept accepts it.',
  ],
  'prompt-changed': [
    403,
    'The prompt is not the one that was accepted',
    'GET /api/cli/apps/{app}/tools/drift shows the difference; POST …/tools/accept accepts it.',
  ],
  'not-found': [404, 'There is nothing here', 'Check the path against /api/openapi.json.'],
  'server-not-found': [404, 'No such server', 'GET /api/servers lists the handles that this token reaches.'],
  'tool-not-found': [
    404,
    'No such tool',
    'GET …/mcp/tools lists the tools of the server; `?refresh=true` asks it again.',
  ],
  'config-version-not-found': [
    404,
    'No such version of the config',
    'GET /api/cli/apps/{app}/config/versions lists the versions.',
  ],
  'config-version-blanked': [410, 'The content of the version was erased', 'Take another version.'],
  'config-version-current': [
    409,
    'This version is in force',
    'Save a config without what is to be erased first; then the older version can be blanked.',
  ],
  'key-not-found': [404, 'No such key', 'GET /api/cli/apps/{app}/keys lists the live keys of the app.'],
  'secret-not-found': [
    404,
    'No such secret',
    'GET /api/cli/apps/{app}/secrets lists the names that are set.',
  ],
  'account-not-found': [404, 'No such account', 'GET /api/cli/auth/me names the account of the token.'],
  'app-not-found': [404, 'No such app', 'GET /api/cli/apps lists the apps of the account.'],
  'token-not-found': [404, 'No such token', 'GET /api/cli/auth/tokens lists your tokens.'],
  'resource-not-found': [404, 'No such resource', 'GET …/mcp/resources lists the resources of the server.'],
  'prompt-not-found': [404, 'No such prompt', 'GET …/mcp/prompts lists the prompts of the server.'],
  'call-not-found': [
    404,
    'No such call is remembered',
    'Calls are kept for CALL_LOG_DAYS, and shown to those who may see them; GET /api/calls lists them.',
  ],
  'method-not-allowed': [
    405,
    'The method is not allowed here',
    'The Allow header lists the methods of this path.',
  ],
  'idempotency-running': [
    409,
    'The request is being carried out',
    'Its answer will be there for the same key: ask again after the seconds in Retry-After.',
  ],
  'outcome-unknown': [
    409,
    'Nobody knows what came of the request',
    'The gateway stopped while it was carried out. Find out whether it had its effect, then repeat it with a new Idempotency-Key if it had not.',
  ],
  'answer-not-kept': [
    409,
    'The request was carried out, and its answer was too large to be kept',
    'It is not carried out again. Read the state anew instead; MAX_KEPT_ANSWER_BYTES and ACCOUNT_KEPT_ANSWER_BYTES name the limits.',
  ],
  'slug-taken': [409, 'The slug is taken', 'Choose another slug: it names one app of the account.'],
  'too-many-apps': [409, 'The account has too many apps', 'Delete one; MAX_APPS names the limit.'],
  'too-many-keys': [
    409,
    'The app has too many keys',
    'Revoke a key first: two can live at a time, so that one can replace the other, and fifty that were made for clients.',
  ],
  'too-many-secrets': [409, 'The app has too many secrets', 'Delete those that no server uses.'],
  'email-taken': [409, 'This e-mail address belongs to another user', 'Use another address.'],
  'link-expired': [
    410,
    'This link does not work any more',
    'Links work once and for a limited time. Ask for a new invitation; a new setup link is printed at each start of the gateway until it is used.',
  ],
  'code-entry-locked': [
    429,
    'Too many wrong codes',
    'Codes can be entered again after the time in Retry-After; start the login at the terminal anew then.',
  ],
  'ambiguous-resource': [
    409,
    'Several servers have this resource',
    'Name one of the `servers` of this answer in `server`.',
  ],
  'drift-changed': [
    409,
    'The tools are not those that were reviewed',
    'Look at GET /api/cli/apps/{app}/tools/drift again and accept the `set` that it shows.',
  ],
  'not-acceptable': [
    406,
    'No acceptable representation',
    'The detail lists the media types that can be sent.',
  ],
  'request-timeout': [
    408,
    'The request did not arrive in time',
    'Send the whole request within the time that HEADER_TIMEOUT_MS and REQUEST_TIMEOUT_MS allow.',
  ],
  'config-changed': [
    412,
    'The config has changed meanwhile',
    'Read the current version, apply the change to it and send it with its ETag; `currentVersion` names it.',
  ],
  'body-too-large': [
    413,
    'The body is too large',
    'MAX_BODY_BYTES names the limit, MAX_CONFIG_BYTES that of app configs.',
  ],
  'unsupported-media-type': [
    415,
    'The media type is not supported',
    'Send `Content-Type: application/json`.',
  ],
  'precondition-required': [
    428,
    'The write must say what it builds on',
    'Send `If-Match` with the ETag that was read, or `version` in the body; `If-Match: *` overwrites whatever is there.',
  ],
  'headers-too-large': [431, 'The request headers are too large', 'Send less than 16 KiB of headers.'],
  'misdirected-request': [
    421,
    'The Host is not one of ours',
    'Add the name to ALLOWED_HOSTS, or set PUBLIC_URL.',
  ],
  'idempotency-mismatch': [
    422,
    'The key was used for another request',
    'An Idempotency-Key stands for one request with one body for a day; use a new one.',
  ],
  'invalid-config': [
    422,
    'The config is not valid',
    'Each entry of `errors` names a member by JSON pointer and says what is wrong with it.',
  ],
  'stdio-not-allowed': [
    422,
    'Apps may not run commands here',
    'Declare a remote server (`url`), or `use` one that the operator publishes; APP_STDIO=allow lifts this.',
  ],
  'secret-not-set': [
    409,
    'A secret is missing',
    'Set the secret that the detail names: PUT /api/cli/apps/{app}/secrets/{NAME}.',
  ],
  'secret-not-for-origin': [
    409,
    'A secret is not for this address',
    'A secret goes only to the origins that it was given for; an owner or admin adds one: PATCH /api/cli/apps/{app}/secrets/{NAME}.',
  ],
  'invalid-params': [
    422,
    'The server refused the arguments',
    'The detail carries the message of the MCP server; compare the arguments with the inputSchema.',
  ],
  'tool-needs-input': [
    422,
    'The tool asks for input',
    'In a workflow and in a chat nobody can answer the tool. Give the input as an argument; a workflow can ask for it with `listen` before.',
  ],
  'invalid-form': [422, 'The form cannot be accepted', 'The detail says what is wrong with it.'],
  'rate-limited': [429, 'Too many requests', 'Wait for the seconds in Retry-After.'],
  'client-closed-request': [499, 'The caller left', 'The connection was closed before the answer was ready.'],
  'internal-error': [
    500,
    'Something went wrong inside the gateway',
    'The log has the cause under the requestId of this answer.',
  ],
  overloaded: [
    503,
    'Too many calls are waiting',
    'Retry after the seconds in Retry-After; maxConcurrency and MAX_QUEUE name the limits.',
  ],
  'shutting-down': [
    503,
    'The gateway is stopping',
    'Retry: another instance or the restarted one will answer.',
  ],
  'database-unavailable': [
    503,
    'The database cannot be reached or cannot write',
    'Retry after the seconds in Retry-After; calls that need nothing of the database go on.',
  ],
} as const satisfies Record<string, readonly [number, string, string]>;

export type ProblemCode = keyof typeof kinds;

/** Every error that the gateway can answer with, by its stable slug (RFC 9457 `type` = `/problems/<slug>`). */
export const problemCatalogue = Object.fromEntries(
  Object.entries(kinds).map(([code, [status, title, advice]]) => [code, { status, title, advice }]),
) as Readonly<Record<ProblemCode, ProblemKind>>;
