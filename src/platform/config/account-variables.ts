import { bytes, integer, milliseconds, variable } from './variable.js';

/** What one account may use of a process (`ACCOUNT_…`), and all accounts together (`ALL_…`). */
export const accountVariables = {
  ACCOUNT_REQUESTS_PER_MINUTE: variable<number | undefined>(
    integer(0),
    undefined,
    'Requests per minute and account, with all of its tokens together; `0` turns it off',
    '5 × RATE_LIMIT_PER_MINUTE',
  ),
  ACCOUNT_STREAMS: variable(integer(1), 5000, 'Event streams at once per account'),
  ALL_STREAMS: variable(integer(1), 20_000, 'Event streams at once in this process'),
  ACCOUNT_BODY_BYTES: variable(
    integer(0),
    33_554_432,
    'Request bodies of more than 16 KiB at once per account; `0` turns it off',
  ),
  ALL_BODY_BYTES: variable(integer(0), 100_663_296, 'Such bodies at once in this process; `0` turns it off'),
  ACCOUNT_BODY_BYTES_PER_MINUTE: variable(
    integer(0),
    268_435_456,
    'Such bodies per minute and account; `0` turns it off',
  ),
  ALL_BODY_BYTES_PER_MINUTE: variable(
    integer(0),
    1_073_741_824,
    'Such bodies per minute in this process; `0` turns it off',
  ),
  MAX_KEPT_ANSWER_BYTES: variable(
    integer(0),
    262_144,
    'Largest answer that is kept for an Idempotency-Key; of a larger one only that it was given',
  ),
  ACCOUNT_KEPT_ANSWER_BYTES: variable(integer(0), 67_108_864, 'Such answers together per account, on disk'),
  ACCOUNT_KEPT_ANSWERS: variable(integer(1), 100_000, 'Idempotency-Keys that are remembered per account'),
  KEPT_RESULT_MINUTES: variable(
    integer(1),
    60,
    'How long the whole of a result can be read of which `tools.shape` has cut something off',
  ),
  ACCOUNT_KEPT_RESULTS: variable(
    integer(0),
    1000,
    'Such results that are kept per account; beyond it a result is cut without being kept, and says so',
  ),
  ACCOUNT_KEPT_RESULT_BYTES: variable(integer(0), 67_108_864, 'What these may take up in the database'),
  MAX_CONFIG_VERSIONS: variable(
    integer(1),
    500,
    'Newest versions of the config of an app that are kept; older ones stay while a run goes by them',
  ),
  MAX_CONFIG_HISTORY_BYTES: variable(integer(0), 16_777_216, 'What these may take up; the current one stays'),
  ACCOUNT_CONFIG_BYTES: variable(integer(0), 536_870_912, 'Configs of an account with all kept versions'),
  ACCOUNT_CREDENTIALS: variable(
    integer(1),
    10_000,
    'Connections of an account to servers that want OAuth, those of its people and apps together',
  ),
  ACCOUNT_SESSIONS: variable(
    integer(1),
    2500,
    'Sessions of the native endpoints (2025 revisions) at once per account',
  ),
  ALL_SESSIONS: variable(integer(1), 20_000, 'Such sessions at once in this process'),
  ACCOUNT_LIST_BYTES: variable(
    bytes(1024),
    33_554_432,
    'Bytes of lists being gathered from MCP servers at once per account',
  ),
  ALL_LIST_BYTES: variable(
    bytes(1024),
    67_108_864,
    'Such bytes at once in this process, and as many of lists that are kept',
  ),
  ACCOUNT_ANSWER_BYTES: variable(
    bytes(65_536),
    268_435_456,
    'Answers of remote servers that are being read at once, per account; a call whose answer has no room is told so',
  ),
  ALL_ANSWER_BYTES: variable(bytes(65_536), 536_870_912, 'The same of all accounts together'),
  ACCOUNT_BACKLOG_BYTES: variable(
    bytes(65_536),
    67_108_864,
    'Answers and streams that wait for readers, per account; beyond it those are cut off of which nothing was taken for longest',
  ),
  ALL_BACKLOG_BYTES: variable(bytes(65_536), 268_435_456, 'The same of all accounts together'),
  ACCOUNT_CALLS: variable(
    integer(1),
    4096,
    'Operations of MCP servers at once per account, those that wait included',
  ),
  ALL_CALLS: variable(integer(1), 16_384, 'The same of all accounts together'),
  ACCOUNT_PROCESSES: variable(
    integer(1),
    64,
    'Child processes of stdio servers at once per account, those of native sessions included',
  ),
  MAX_PROCESSES: variable(integer(1), 256, 'Such processes at once in all'),
  ACCOUNT_CHATS: variable(integer(1), 256, 'Chats at once per account'),
  ACCOUNT_EXPRESSION_MS: variable(
    integer(0),
    30_000,
    'Milliseconds that expressions of workflows may take per minute and account, beyond which its runs wait; `0` turns it off',
  ),
  ACCOUNT_EXPRESSIONS: variable(integer(1), 10_000, 'Expressions of workflows that wait at once per account'),
  ALL_EXPRESSIONS: variable(integer(1), 50_000, 'Such expressions at once in this process'),
  ACCOUNT_RUNS: variable(integer(1), 256, 'Runs of workflows in memory at once per account; more wait'),
  ALL_RUNS: variable(integer(1), 1024, 'Runs of workflows in memory at once in this process'),
  ACCOUNT_MODEL_TOKENS_PER_MINUTE: variable(
    integer(0),
    5_000_000,
    'Tokens of language models per minute and account; `0` turns it off',
  ),
  ACCOUNT_OWN_CONNECTIONS: variable(
    integer(1),
    64,
    'Connections per account to servers of the 2025 revisions that serve one call at a time, for callers who can be asked',
  ),
  ALL_OWN_CONNECTIONS: variable(integer(1), 512, 'The same of all accounts together'),
  ACCOUNT_PROBES: variable(
    integer(1),
    8,
    'Servers that are tried at once per account, before they are saved',
  ),
  ALL_PROBES: variable(integer(1), 64, 'The same of all accounts together'),
  MAX_HELD_CALLS: variable(
    integer(1),
    100,
    'Calls per account that wait for the answer to a question of their server',
  ),
  ALL_HELD_CALLS: variable(integer(1), 1000, 'The same of all accounts together'),
  HELD_CALL_MS: variable(
    milliseconds(1000),
    300_000,
    'Time for which a call waits for the answer to a question of its server',
  ),
};
