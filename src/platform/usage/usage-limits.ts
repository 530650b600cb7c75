import type { Values, VariableName } from '../config/variables.js';

type NumericVariable = { [Name in VariableName]: Values[Name] extends number ? Name : never }[VariableName];

export const usageUnits = ['count', 'bytes', 'ms', 'tokens'] as const;
export type UsageUnit = (typeof usageUnits)[number];

/** What an account may have at once, or spend in a minute, in this process; and all accounts together. */
export interface UsageLimit {
  /** `held` is given back when it ends, `spent` comes back with time. */
  readonly kind: 'held' | 'spent';
  /** The variable that bounds one account. */
  readonly account: NumericVariable;
  /** The variable that bounds all accounts together. */
  readonly all?: NumericVariable;
  readonly unit: UsageUnit;
  /** Completes "… (ACCOUNT_STREAMS)." in the answer to who meets the limit. */
  readonly what: string;
}

/** One row for each thing that an account may use; GET /api/usage/limits and the metrics show them by these names. */
export const usageLimits = {
  streams: {
    kind: 'held',
    account: 'ACCOUNT_STREAMS',
    all: 'ALL_STREAMS',
    unit: 'count',
    what: 'event streams are open already',
  },
  bodies: {
    kind: 'held',
    account: 'ACCOUNT_BODY_BYTES',
    all: 'ALL_BODY_BYTES',
    unit: 'bytes',
    what: 'large request bodies are under way already',
  },
  bodiesPerMinute: {
    kind: 'spent',
    account: 'ACCOUNT_BODY_BYTES_PER_MINUTE',
    all: 'ALL_BODY_BYTES_PER_MINUTE',
    unit: 'bytes',
    what: 'large request bodies have brought more than a minute allows',
  },
  sessions: {
    kind: 'held',
    account: 'ACCOUNT_SESSIONS',
    all: 'ALL_SESSIONS',
    unit: 'count',
    what: 'native sessions are open already',
  },
  listBytes: {
    kind: 'held',
    account: 'ACCOUNT_LIST_BYTES',
    all: 'ALL_LIST_BYTES',
    unit: 'bytes',
    what: 'lists of servers are being gathered that take up all there is for them',
  },
  answerBytes: {
    kind: 'held',
    account: 'ACCOUNT_ANSWER_BYTES',
    all: 'ALL_ANSWER_BYTES',
    unit: 'bytes',
    what: 'answers of servers are being read',
  },
  apiBytes: {
    kind: 'held',
    account: 'ACCOUNT_OPENAPI_BYTES',
    all: 'ALL_OPENAPI_BYTES',
    unit: 'bytes',
    what: 'APIs that are connected take up all there is for their documents',
  },
  waitingBytes: {
    kind: 'held',
    account: 'ACCOUNT_BACKLOG_BYTES',
    all: 'ALL_BACKLOG_BYTES',
    unit: 'bytes',
    what: 'answers wait for readers that do not take them',
  },
  calls: {
    kind: 'held',
    account: 'ACCOUNT_CALLS',
    all: 'ALL_CALLS',
    unit: 'count',
    what: 'operations of MCP servers run or wait already',
  },
  processes: {
    kind: 'held',
    account: 'ACCOUNT_PROCESSES',
    all: 'MAX_PROCESSES',
    unit: 'count',
    what: 'processes of stdio servers are running already',
  },
  chats: {
    kind: 'held',
    account: 'ACCOUNT_CHATS',
    all: 'CHAT_MAX_STREAMS',
    unit: 'count',
    what: 'chats are under way already',
  },
  modelTokens: {
    kind: 'spent',
    account: 'ACCOUNT_MODEL_TOKENS_PER_MINUTE',
    unit: 'tokens',
    what: 'language models have read and written more than a minute allows',
  },
  ownConnections: {
    kind: 'held',
    account: 'ACCOUNT_OWN_CONNECTIONS',
    all: 'ALL_OWN_CONNECTIONS',
    unit: 'count',
    what: 'connections to servers serve calls that may be asked something',
  },
  probes: {
    kind: 'held',
    account: 'ACCOUNT_PROBES',
    all: 'ALL_PROBES',
    unit: 'count',
    what: 'servers are being tried already',
  },
  heldCalls: {
    kind: 'held',
    account: 'MAX_HELD_CALLS',
    all: 'ALL_HELD_CALLS',
    unit: 'count',
    what: 'calls wait for the answer to a question of their server',
  },
  expressionTime: {
    kind: 'spent',
    account: 'ACCOUNT_EXPRESSION_MS',
    unit: 'ms',
    what: 'expressions of workflows have taken more time than a minute allows',
  },
  expressions: {
    kind: 'held',
    account: 'ACCOUNT_EXPRESSIONS',
    all: 'ALL_EXPRESSIONS',
    unit: 'count',
    what: 'expressions of workflows wait already',
  },
  runs: {
    kind: 'held',
    account: 'ACCOUNT_RUNS',
    all: 'ALL_RUNS',
    unit: 'count',
    what: 'runs of workflows are in memory already',
  },
} as const satisfies Record<string, UsageLimit>;

export type UsageName = keyof typeof usageLimits;
