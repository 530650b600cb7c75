import { z } from 'zod';
import { isEgressEntry } from '../security/egress-allow.js';

const flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1');
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
);
const integer = (min: number, max = Number.MAX_SAFE_INTEGER) =>
  z.string().regex(/^\d+$/, 'must be a whole number').transform(Number).pipe(z.number().min(min).max(max));

/** One environment variable: how it is read, what holds without it, and its line in the README's table. */
interface Variable<T> {
  readonly schema: z.ZodType<T, string>;
  readonly fallback: T;
  readonly shown: string;
  readonly meaning: string;
  /** Also readable from the file named by `<NAME>_FILE`. */
  readonly file?: true;
}

function variable<T>(
  schema: z.ZodType<T, string>,
  fallback: NoInfer<T>,
  meaning: string,
  shown = show(fallback),
): Variable<T> {
  return { schema, fallback, meaning, shown };
}

function fromFileToo<T>(of: Variable<T>): Variable<T> {
  return { ...of, file: true };
}

function show(value: unknown): string {
  if (value === undefined) return 'unset';
  if (Array.isArray(value)) return value.length === 0 ? 'empty' : value.join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const text = z.string().min(1);
const optionalText: z.ZodType<string | undefined, string> = text;

/** Every variable that the gateway reads. Limits end in what they count: `_BYTES`, `_MS`, `_PER_MINUTE`. */
export const variables = {
  HOST: variable(text, '127.0.0.1', 'Address to listen on; `0.0.0.0` opens it to the network'),
  PORT: variable(integer(0, 65_535), 3000, 'Port to listen on; `0` picks a free one and the log says which'),
  PUBLIC_URL: variable<string | undefined>(
    z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, '')),
    undefined,
    'Base of every absolute address that the gateway gives out',
    'from host and port',
  ),
  ALLOWED_HOSTS: variable(
    list,
    [],
    'Further `Host` names to answer to; names of PUBLIC_URL, IP addresses and single-label names are always fine',
  ),
  ALLOWED_ORIGINS: variable(list, [], 'Browser origins that may call the API from another site (CORS)'),
  TRUST_PROXY: variable(list, [], 'Addresses or CIDRs of reverse proxies whose `X-Forwarded-For` counts'),
  DATA_DIR: variable(text, './data', 'Folder of the SQLite file and the key file'),
  DATABASE_URL: variable<string | undefined>(
    z.url({ protocol: /^postgres(ql)?$/ }),
    undefined,
    '`postgres://…` instead of SQLite',
    'unset = SQLite',
  ),
  MCP_CONFIG: variable(text, './mcp.json', "The operator's servers"),
  ADMIN_EMAIL: variable<string | undefined>(
    z.email(),
    undefined,
    'Creates the first user without the setup page',
  ),
  ADMIN_PASSWORD: fromFileToo(variable(optionalText, undefined, 'Password of that user')),
  BOOTSTRAP_TOKEN: fromFileToo(
    variable<string | undefined>(
      z.string().min(32, 'must have at least 32 characters'),
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
  APP_STDIO: variable(z.enum(['deny', 'allow']), 'deny', '`allow` lets app configs declare stdio servers'),
  EGRESS_ALLOW: variable(
    list.refine((entries) => entries.every(isEgressEntry), 'takes host:port, addresses and CIDRs'),
    [],
    'Private `host:port` or CIDR that servers of tenants may be reached at',
  ),
  TOKEN_DAYS: variable(integer(1, 3650), 90, 'Days after which a token from a device login ends'),
  TOKEN_IDLE_DAYS: variable(integer(1, 3650), 30, 'Days without use after which such a token ends'),
  SESSION_HOURS: variable(integer(1, 720), 12, 'Hours after which a browser must sign in again'),
  INVITATION_DAYS: variable(integer(1, 90), 7, 'Days after which an invitation ends'),
  DEVICE_CODE_SECONDS: variable(integer(1, 3600), 600, 'Time in which a device login must be approved'),
  DEVICE_POLL_SECONDS: variable(
    integer(1, 60),
    5,
    'Pause that programs must keep between polls of a device login',
  ),
  RATE_LIMIT_PER_MINUTE: variable(
    integer(0),
    6000,
    'Requests per minute and principal (five times as many per address without one); `0` turns it off, but not the limits below',
  ),
  WRONG_TOKENS_PER_MINUTE: variable(integer(1), 300, 'Wrong tokens per minute and address'),
  LOGINS_PER_MINUTE: variable(integer(1), 10, 'Passwords and one-time codes tried per minute and address'),
  DEVICE_LOGINS_PER_MINUTE: variable(integer(1), 120, 'Device logins begun per minute and address'),
  POLLS_PER_MINUTE: variable(integer(1), 3000, 'Polls of device logins per minute and address'),
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
  CALLS_KEPT: variable(
    integer(0, 10_000),
    200,
    'Calls per account that `GET /api/calls` remembers, in memory',
  ),
  METRICS_PUBLIC: variable(flag, false, 'Lets `/metrics` be read without a token'),
  HOT_LANE: variable(
    flag,
    true,
    'Answers the busiest routes in front of Express; `false` sends all through Express',
  ),
  MAX_BODY_BYTES: variable(integer(1024), 8_388_608, 'Largest request body'),
  MAX_ANONYMOUS_BODY_BYTES: variable(integer(1024), 65_536, 'Largest body of a request without a token'),
  MAX_APPS: variable(integer(1), 500, 'Most apps of an account'),
  MAX_CONFIG_BYTES: variable(integer(1024), 1_048_576, 'Largest app config'),
  MAX_RESULT_BYTES: variable(integer(1024), 16_777_216, 'Largest answer of an MCP server, decompressed'),
  MAX_LINE_BYTES: variable(
    integer(1024),
    10_485_760,
    'Longest line from a stdio server or of an event stream',
  ),
  MAX_JSON_DEPTH: variable(integer(4), 100, 'Deepest nesting of a request body'),
  MAX_LIST_PAGES: variable(integer(1), 1000, 'Most pages gathered from one list of an MCP server'),
  MAX_LIST_ITEMS: variable(integer(1), 10_000, 'Most items gathered from one list of an MCP server'),
  HEADER_TIMEOUT_MS: variable(integer(100), 10_000, 'Time in which the headers of a request must arrive'),
  REQUEST_TIMEOUT_MS: variable(integer(100), 60_000, 'Time in which a whole request must arrive'),
  TOOL_TIMEOUT_MS: variable(
    integer(1),
    60_000,
    'Time that an operation of an MCP server may take; `timeoutMs` of a call or a server overrides it',
  ),
  MAX_TOOL_TIMEOUT_MS: variable(integer(1), 3_600_000, 'Longest `timeoutMs` that a caller may ask for'),
  CONNECT_TIMEOUT_MS: variable(
    integer(1),
    15_000,
    'Time in which a connection to an MCP server must be ready',
  ),
  LIST_DEADLINE_MS: variable(integer(1), 5000, 'Time that one server may take in a list over many servers'),
  MAX_CONCURRENCY: variable(
    integer(1),
    64,
    'Calls at once per MCP server; `maxConcurrency` of the server overrides it',
  ),
  MAX_QUEUE: variable(integer(0), 256, 'Calls that wait per MCP server before `overloaded`'),
  IDLE_TIMEOUT_MS: variable(
    integer(1000),
    600_000,
    'A connection or child process unused for so long is closed',
  ),
  BACKOFF_BASE_MS: variable(integer(1), 250, 'First wait after a failed connection; doubles each time'),
  BACKOFF_MAX_MS: variable(integer(1), 30_000, 'Longest wait between connection attempts'),
  BREAKER_FAILURES: variable(
    integer(1),
    5,
    'Failures in a row after which a server is not asked until a probe succeeds',
  ),
  ERA_VERDICT_HOURS: variable(integer(1), 24, 'How long a found protocol revision of a server is believed'),
  CATALOGUE_TTL_MS: variable(
    integer(0),
    300_000,
    'How long a list is used when the server neither says nor announces changes',
  ),
  STREAM_WRITE_TIMEOUT_MS: variable(
    integer(100),
    30_000,
    'A stream whose reader takes nothing for so long is cut',
  ),
  STREAM_HEARTBEAT_MS: variable(integer(10), 15_000, 'Pause after which a silent stream carries a comment'),
  MAX_STREAMS: variable(
    integer(1),
    2500,
    'Event streams at once per token: those of as many sessions as MAX_SESSIONS, as many subscriptions, and calls',
  ),
  MAX_SESSIONS: variable(
    integer(1),
    1000,
    'Sessions of the native endpoints (2025 revisions) at once per principal',
  ),
  MAX_SESSION_PROCESSES: variable(
    integer(1),
    16,
    'How many of these may have a child process of their own, as stdio servers of the 2025 revisions need',
  ),
  MAX_SUBSCRIPTIONS: variable(
    integer(1),
    1000,
    'Resources that a session or stream of MCP may be subscribed to',
  ),
  RESUME_EVENTS: variable(
    integer(1),
    256,
    'Events kept per stream of a session, for a client that comes back with Last-Event-ID',
  ),
  RESUME_BYTES: variable(integer(0), 262_144, 'The same per session, in characters'),
  SESSION_IDLE_MS: variable(integer(1000), 1_800_000, 'A session that is unused for so long is ended'),
  DRAIN_TIMEOUT_MS: variable(integer(0), 25_000, 'Time that running calls get to end at shutdown'),
};

export type VariableName = keyof typeof variables;
export type Values = {
  readonly [Name in VariableName]: (typeof variables)[Name] extends Variable<infer T> ? T : never;
};
