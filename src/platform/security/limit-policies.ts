import type { Values } from '../config/variables.js';

/** `exact` limits are counted in the database where several processes share one, the others in memory with exchanges. */
export interface LimitPolicy {
  /** Requests per window. */
  readonly quota: number;
  /** Seconds. */
  readonly window: number;
  readonly exact?: true;
}

export type LimitName =
  'principal' | 'address' | 'wrong-token' | 'login' | 'login-user' | 'device' | 'poll' | 'code-entry';

const minute = 60;

/** What is limited, and how. A quota of 0 turns a limit off, which is meant for the first two only. */
export function limitPolicies(values: Values): Readonly<Record<LimitName, LimitPolicy>> {
  return {
    /** All requests of a token. */
    principal: { quota: values.RATE_LIMIT_PER_MINUTE, window: minute },
    /** Requests without a token, per address, behind which there may be a whole office. */
    address: { quota: 5 * values.RATE_LIMIT_PER_MINUTE, window: minute },
    /** Wrong tokens, per address. */
    'wrong-token': { quota: values.WRONG_TOKENS_PER_MINUTE, window: minute },
    /** Passwords and one-time codes that are tried, per address. */
    login: { quota: values.LOGINS_PER_MINUTE, window: minute, exact: true },
    /** Passwords that are tried for one e-mail address, from wherever. */
    'login-user': { quota: 50, window: 15 * minute, exact: true },
    /** Device logins that are begun, per address. */
    device: { quota: values.DEVICE_LOGINS_PER_MINUTE, window: minute },
    /** Polls of device logins, per address: ten a second for each of five impatient programs. */
    poll: { quota: values.POLLS_PER_MINUTE, window: minute },
    /** Wrong device codes, per address; the limit per user is kept in the database. */
    'code-entry': { quota: 60, window: 10 * minute, exact: true },
  };
}
