import { z } from 'zod';
import { maxPasswordLength, minPasswordLength } from '../../kernel/password-rules.js';
import { isEgressEntry } from '../egress/egress-allow.js';
import { accountVariables } from './account-variables.js';
import { approvalVariables } from './approval-variables.js';
import { auditVariables } from './audit-variables.js';
import { bodyVariables } from './body-variables.js';
import { catalogVariables } from './catalog-variables.js';
import { chatVariables } from './chat-variables.js';
import { isHost, isNetwork, isOrigin } from './values/network-names.js';
import { nativeVariables } from './native-variables.js';
import { oauthVariables } from './oauth-variables.js';
import { processVariables } from './process-variables.js';
import { recordVariables } from './record-variables.js';
import { signInVariables } from './sign-in-variables.js';
import { storageVariables } from './storage-variables.js';
import { tracingVariables } from './tracing-variables.js';
import { upstreamVariables } from './upstream-variables.js';
import { workflowVariables } from './workflow-variables.js';
import {
  inLowerCaseToo,
  optionalText,
  proxyAddress,
  baseAddress,
  bytes,
  flag,
  fromFileToo,
  integer,
  list,
  listOf,
  milliseconds,
  requiredText,
  variable,
} from './variable.js';
import type { Variable } from './variable.js';

/** Every variable that the gateway reads. Limits end in what they count: `_BYTES`, `_MS`, `_PER_MINUTE`. */
export const variables = {
  HOST: variable(
    requiredText.refine(isHost, 'must be an address or a name, without scheme, port or brackets'),
    '127.0.0.1',
    'Address to listen on; `0.0.0.0` opens it to the network',
  ),
  PORT: variable(integer(0, 65_535), 3000, 'Port to listen on; `0` picks a free one and the log says which'),
  PUBLIC_URL: variable<string | undefined>(
    baseAddress.transform((value) => value.replace(/(?<!\/)\/+$/, '')),
    undefined,
    'Base of every absolute address that the gateway gives out',
    'from host and port',
  ),
  ALLOWED_HOSTS: variable(
    listOf(isHost, 'a host name (no scheme, port or wildcard)'),
    [],
    'Further `Host` names to answer to; names of PUBLIC_URL, IP addresses and single-label names are always fine',
  ),
  ALLOWED_ORIGINS: variable(
    listOf(isOrigin, 'an origin such as https://app.example (no path, no usual port, no wildcard)'),
    [],
    'Browser origins that may call the API from another site (CORS)',
  ),
  TRUST_PROXY: variable(
    listOf(isNetwork, 'an address or a CIDR'),
    [],
    'Addresses or CIDRs of reverse proxies whose `X-Forwarded-For` counts',
  ),
  DATA_DIR: variable(requiredText, './data', 'Folder of the SQLite file and the key file'),
  DATABASE_URL: fromFileToo(
    variable<string | undefined>(
      z.url({ protocol: /^postgres(ql)?$/ }),
      undefined,
      '`postgres://…` instead of SQLite',
      'unset = SQLite',
    ),
  ),
  DATABASE_DIRECT_URL: fromFileToo(
    variable<string | undefined>(
      z.url({ protocol: /^postgres(ql)?$/ }),
      undefined,
      'The same database past a pooler in transaction mode, to hear signals of other processes at once',
      'DATABASE_URL',
    ),
  ),
  DATABASE_CONNECTIONS: variable(integer(2, 1000), 10, 'Most connections of this process to Postgres'),
  MCP_CONFIG: variable(requiredText, './mcp.json', "The operator's servers"),
  ADMIN_EMAIL: variable<string | undefined>(
    z.email(),
    undefined,
    'Creates the first user without the setup page',
  ),
  ADMIN_PASSWORD: fromFileToo(
    variable<string | undefined>(
      z
        .string()
        .min(minPasswordLength, `must have at least ${String(minPasswordLength)} characters`)
        .max(maxPasswordLength),
      undefined,
      'Password of that user',
    ),
  ),
  BOOTSTRAP_TOKEN: fromFileToo(
    variable<string | undefined>(
      z
        .string()
        .min(32, 'must have at least 32 characters')
        .regex(/^[\x21-\x7e]{1,512}$/, 'must be at most 512 printable ASCII characters without spaces'),
      undefined,
      'A user token of the operator, for CI and containers',
    ),
  ),
  SECRET_KEY: fromFileToo(
    variable<string | undefined>(
      z.string().min(32, 'must have at least 32 characters'),
      undefined,
      'Encrypts secrets and keys the HMACs',
      'made in `DATA_DIR`',
    ),
  ),
  PREVIOUS_SECRET_KEYS: fromFileToo(
    variable(
      list.refine((keys) => keys.every((key) => key.length >= 32), 'must have at least 32 characters each'),
      [],
      'Earlier values of SECRET_KEY, while what was made with them is still in use',
    ),
  ),
  ACCEPT_LOST_KEYS: variable(
    flag,
    false,
    'Starts although everything in the database was made with a SECRET_KEY that is not there any more',
  ),
  APP_STDIO: variable(z.enum(['deny', 'allow']), 'deny', '`allow` lets app configs declare stdio servers'),
  EGRESS_ALLOW: variable(
    listOf(isEgressEntry, 'host:port, an address or a CIDR'),
    [],
    'Private `host:port` or CIDR that servers of tenants may be reached at',
  ),
  HTTPS_PROXY: fromFileToo(
    inLowerCaseToo(
      'HTTPS_PROXY',
      variable(
        proxyAddress,
        undefined,
        'Proxy for requests to public https addresses; `http://user:password@host:port`, tunneled by CONNECT',
      ),
    ),
  ),
  HTTP_PROXY: fromFileToo(
    inLowerCaseToo('HTTP_PROXY', variable(proxyAddress, undefined, 'The same for public http addresses')),
  ),
  NO_PROXY: inLowerCaseToo(
    'NO_PROXY',
    variable(
      optionalText,
      undefined,
      'Hosts that are reached without a proxy: names with their subdomains, addresses, CIDRs, `*`',
    ),
  ),
  ...approvalVariables,
  ...chatVariables,
  ...signInVariables,
  ...oauthVariables,
  ...auditVariables,
  RATE_LIMIT_PER_MINUTE: variable(
    integer(0),
    6000,
    'Requests per minute and principal (five times as many per address without one); `0` turns it off, but not the limits below',
  ),
  LOG_LEVEL: variable(
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']),
    'info',
    'Least severe level that is logged',
  ),
  LOG_FORMAT: variable<'pretty' | 'json' | undefined>(
    z.enum(['pretty', 'json']),
    undefined,
    'Form of the log',
    '`pretty` on a TTY, else `json`',
  ),
  IDEMPOTENCY_HOURS: variable(
    integer(1, 8760),
    24,
    'Hours for which the answer to a request with an Idempotency-Key is kept',
  ),
  ...recordVariables,
  CALLS_KEPT: variable(
    integer(0, 10_000),
    200,
    'Calls per account that `GET /api/calls` remembers, in memory, with CALL_LOG=off',
  ),
  EVENTS_KEPT: variable(
    integer(10, 100_000),
    500,
    'Events per account that somebody listens to, kept in memory for those who come back (`GET /api/events`)',
  ),
  CALLS_ACCOUNTS: variable(
    integer(1, 100_000),
    250,
    'Accounts whose calls are remembered in memory, those that called last',
  ),
  ...tracingVariables,
  METRICS_PUBLIC: variable(flag, false, 'Lets `/metrics` be read without a token'),
  HOT_LANE: variable(
    flag,
    true,
    'Answers the busiest routes in front of Express; `false` sends all through Express',
  ),
  ...bodyVariables,
  MAX_APPS: variable(integer(1), 500, 'Most apps of an account'),
  MAX_APP_SERVERS: variable(integer(1), 100, 'Most servers of an app'),
  MAX_APP_WORKFLOWS: variable(integer(1), 100, 'Most workflows of an app'),
  MAX_APP_SECRETS: variable(integer(1), 200, 'Most secrets of an app'),
  MAX_RESULT_BYTES: variable(bytes(1024), 16_777_216, 'Largest answer of an MCP server, decompressed'),
  MAX_LINE_BYTES: variable(bytes(1024), 10_485_760, 'Longest line from a stdio server or of an event stream'),
  MAX_LIST_PAGES: variable(integer(1), 1000, 'Most pages gathered from one list of an MCP server'),
  MAX_LIST_ITEMS: variable(integer(1), 10_000, 'Most items gathered from one list of an MCP server'),
  ...upstreamVariables,
  ...catalogVariables,
  HEADER_TIMEOUT_MS: variable(
    milliseconds(100),
    10_000,
    'Time in which the headers of a request must arrive',
  ),
  REQUEST_TIMEOUT_MS: variable(milliseconds(100), 60_000, 'Time in which a whole request must arrive'),
  KEEP_ALIVE_TIMEOUT_MS: variable(
    milliseconds(0),
    65_000,
    'A connection is closed when it brings no request for so long; a proxy in front should give up earlier',
  ),
  TOOL_TIMEOUT_MS: variable(
    milliseconds(1),
    60_000,
    'Time that an operation of an MCP server may take; `timeoutMs` of a call or a server overrides it',
  ),
  MAX_TOOL_TIMEOUT_MS: variable(milliseconds(1), 3_600_000, 'Longest `timeoutMs` that a caller may ask for'),
  CONNECT_TIMEOUT_MS: variable(
    milliseconds(1),
    15_000,
    'Time in which a connection to an MCP server must be ready',
  ),
  START_TIMEOUT_MS: variable(
    milliseconds(1),
    120_000,
    'The same for a server that is a process, which `npx` and the like may have to download first',
  ),
  LIST_DEADLINE_MS: variable(
    milliseconds(1),
    5000,
    'Time that one server may take in a list over many servers',
  ),
  LIST_RETRY_MS: variable(
    milliseconds(0),
    30_000,
    'How long a server whose list failed is shown with that failure and not waited for in a list of servers',
  ),
  MAX_CONCURRENCY: variable(
    integer(1),
    64,
    'Calls at once per MCP server; `maxConcurrency` of the server overrides it',
  ),
  MAX_QUEUE: variable(integer(0), 1024, 'Calls that wait per MCP server before `overloaded`'),
  IDLE_TIMEOUT_MS: variable(
    milliseconds(1000),
    600_000,
    'A connection or child process unused for so long is closed',
  ),
  STDIO_STOP_MS: variable(
    milliseconds(2),
    1500,
    'Time that a child process gets to end by itself before SIGKILL; SIGTERM comes when half of it is over',
  ),
  MAX_STDIO_BACKLOG_BYTES: variable(
    integer(0),
    67_108_864,
    'What a child process may leave unread before it is given up',
  ),
  BACKOFF_BASE_MS: variable(milliseconds(1), 250, 'First wait after a failed connection; doubles each time'),
  BACKOFF_MAX_MS: variable(milliseconds(1), 30_000, 'Longest wait between connection attempts'),
  BREAKER_FAILURES: variable(
    integer(1),
    5,
    'Failures in a row after which a server is not asked until a probe succeeds',
  ),
  ERA_VERDICT_HOURS: variable(
    integer(1, 87_600),
    24,
    'How long a found protocol revision of a server is believed',
  ),
  CATALOGUE_TTL_MS: variable(
    milliseconds(0),
    300_000,
    'How long a list is used when the server neither says nor announces changes',
  ),
  STREAM_WRITE_TIMEOUT_MS: variable(
    milliseconds(100),
    30_000,
    'An answer or stream whose reader takes nothing for so long is cut off',
  ),
  MAX_STREAM_BACKLOG_BYTES: variable(
    integer(0),
    4_194_304,
    'What may wait for the reader of a stream; one that is further behind is cut off before its time',
  ),
  STREAM_HEARTBEAT_MS: variable(
    milliseconds(10),
    15_000,
    'Pause after which a silent stream carries a comment',
  ),
  MAX_STREAMS: variable(
    integer(1),
    2500,
    'Event streams at once per token: those of as many sessions as MAX_SESSIONS, as many subscriptions, and calls',
  ),
  ...accountVariables,
  ...storageVariables,
  ...nativeVariables,
  ...workflowVariables,
  ...processVariables,
};

export type VariableName = keyof typeof variables;
export type Values = {
  readonly [Name in VariableName]: (typeof variables)[Name] extends Variable<infer T> ? T : never;
};
