import type { Values, VariableName } from '../config/variables.js';
import { mostTries, type Growth } from './growing-wait.js';

/** `exact` limits are counted in the database where several processes share one, the others in memory with exchanges. */
export interface LimitPolicy {
  /** Requests per window. */
  readonly quota: number;
  /** Seconds. */
  readonly window: number;
  readonly exact?: true;
  /** Only so many of the quota go at once. Those that must wait are not counted. */
  readonly growth?: Growth;
  /** What sets the quota. */
  readonly variable?: VariableName;
}

export type LimitName =
  | 'principal'
  | 'account'
  | 'change'
  | 'address'
  | 'wrong-token'
  | 'login'
  | 'sign-in'
  | 'sign-in-start'
  | 'login-user'
  | 'login-person'
  | 'second-factor'
  | 'reset'
  | 'device'
  | 'poll'
  | 'code-entry'
  | 'oauth-registration'
  | 'oauth-document'
  | 'oauth-token'
  | 'oauth-refresh'
  | 'webhook'
  | 'event-run'
  | 'child-run';

/** So many codes of a second factor are tried at once, before each further one must wait twice as long as the one before. */
const freeCodes = 5;
/** So many sign-ins are begun for each that may fail. */
const startsPerFailure = 10;
const minute = 60;
const hour = 60 * minute;

/** What is limited, and how. A quota of 0 turns a limit off, which is meant for the first four only. */
export function limitPolicies(values: Values): Readonly<Record<LimitName, LimitPolicy>> {
  const growth = { free: values.LOGIN_TRIES, waitMs: values.LOGIN_WAIT_MS };
  return {
    /** All requests of a token. */
    principal: { quota: values.RATE_LIMIT_PER_MINUTE, window: minute, variable: 'RATE_LIMIT_PER_MINUTE' },
    /** All requests of an account, with however many tokens. */
    account: {
      quota: values.ACCOUNT_REQUESTS_PER_MINUTE ?? 5 * values.RATE_LIMIT_PER_MINUTE,
      window: minute,
      variable: 'ACCOUNT_REQUESTS_PER_MINUTE',
    },
    /** Requests of people that change something, per account: each writes to the disk, which others wait for. */
    change: {
      quota: Math.ceil(values.ACCOUNT_CHANGES_PER_MINUTE / 6),
      window: minute / 6,
      variable: 'ACCOUNT_CHANGES_PER_MINUTE',
    },
    /** Requests without a token, per address, behind which there may be a whole office. */
    address: { quota: 5 * values.RATE_LIMIT_PER_MINUTE, window: minute, variable: 'RATE_LIMIT_PER_MINUTE' },
    /** Wrong tokens, per address. */
    'wrong-token': {
      quota: values.WRONG_TOKENS_PER_MINUTE,
      window: minute,
      variable: 'WRONG_TOKENS_PER_MINUTE',
    },
    /** Passwords and one-time codes that are tried, per address. */
    login: { quota: values.LOGINS_PER_MINUTE, window: minute, exact: true, variable: 'LOGINS_PER_MINUTE' },
    /** Sign-ins at other issuers that fail, per address, behind which there may be a whole office. */
    'sign-in': { quota: values.SIGN_INS_PER_MINUTE, window: minute, variable: 'SIGN_INS_PER_MINUTE' },
    /** Sign-ins at other issuers and with passkeys that are begun, per address. */
    'sign-in-start': {
      ...{ quota: startsPerFailure * values.SIGN_INS_PER_MINUTE, window: minute },
      variable: 'SIGN_INS_PER_MINUTE',
    },
    /** Passwords that are tried for one e-mail address, per network or known browser. */
    'login-user': {
      ...{ quota: mostTries(growth, hour * 1000), growth, window: hour },
      ...{ exact: true, variable: 'LOGIN_TRIES' },
    },
    /** Passwords that are tried for one e-mail address, from wherever but known browsers. */
    'login-person': {
      ...{ quota: values.LOGINS_PER_PERSON, window: 15 * minute },
      ...{ exact: true, variable: 'LOGINS_PER_PERSON' },
    },
    /** Codes of a second factor that are tried, per person or known browser. */
    'second-factor': {
      ...{ quota: values.FACTOR_TRIES_PER_HOUR, window: hour },
      growth: { free: freeCodes, waitMs: values.LOGIN_WAIT_MS },
      ...{ exact: true, variable: 'FACTOR_TRIES_PER_HOUR' },
    },
    /** Links for new passwords, per person who makes them. */
    reset: { quota: values.RESETS_PER_MINUTE, window: minute, exact: true, variable: 'RESETS_PER_MINUTE' },
    /** Device logins that are begun, per address. */
    device: { quota: values.DEVICE_LOGINS_PER_MINUTE, window: minute, variable: 'DEVICE_LOGINS_PER_MINUTE' },
    /** Polls of device logins, per address: ten a second for each of five impatient programs. */
    poll: { quota: values.POLLS_PER_MINUTE, window: minute, variable: 'POLLS_PER_MINUTE' },
    /** Requests for tokens of programs, per address: behind that of a hosted program there are all who use it. */
    'oauth-token': {
      quota: values.OAUTH_TOKENS_PER_MINUTE,
      window: minute,
      variable: 'OAUTH_TOKENS_PER_MINUTE',
    },
    /** Refreshes of the tokens of one authorization. */
    'oauth-refresh': {
      quota: values.OAUTH_REFRESHES_PER_MINUTE,
      window: minute,
      variable: 'OAUTH_REFRESHES_PER_MINUTE',
    },
    /** Wrong device codes, per address; the limit per user is kept in the database. */
    'code-entry': { quota: 60, window: 10 * minute, exact: true },
    /** Registrations of programs, per address. */
    'oauth-registration': {
      ...{ quota: values.OAUTH_REGISTRATIONS_PER_MINUTE, window: minute },
      variable: 'OAUTH_REGISTRATIONS_PER_MINUTE',
    },
    /** Documents of programs that have to be fetched, per address. */
    'oauth-document': {
      ...{ quota: values.OAUTH_DOCUMENTS_PER_MINUTE, window: minute },
      variable: 'OAUTH_DOCUMENTS_PER_MINUTE',
    },
    /** What one webhook is sent, from wherever. */
    webhook: { quota: values.WEBHOOKS_PER_MINUTE, window: minute, variable: 'WEBHOOKS_PER_MINUTE' },
    /** Runs that begin by what runs emit, per account: each may emit what begins several. */
    'event-run': {
      quota: values.EVENT_RUNS_PER_MINUTE,
      window: minute,
      variable: 'EVENT_RUNS_PER_MINUTE',
    },
    /** Runs that runs begin as steps or call as tools, per account. */
    'child-run': {
      quota: values.CHILD_RUNS_PER_MINUTE,
      window: minute,
      variable: 'CHILD_RUNS_PER_MINUTE',
    },
  };
}
