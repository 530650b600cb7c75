import { Injectable } from '@nestjs/common';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from '../../kernel/problem.js';
import { Config } from '../config/config.js';
import type { Values } from '../config/variables.js';
import type { RequestContext } from '../http/request-context.js';
import { BoundedLimiter } from './bounded-limiter.js';

interface Policy {
  /** Requests per window. */
  readonly quota: number;
  /** Seconds. */
  readonly window: number;
}

const minute = 60;

/** What is limited, and how. A quota of 0 turns a limit off, which is meant for the first two only. */
function policiesFrom(values: Values) {
  return {
    /** All requests of a token. */
    principal: { quota: values.RATE_LIMIT_PER_MINUTE, window: minute },
    /** Requests without a token, per address, behind which there may be a whole office. */
    address: { quota: 5 * values.RATE_LIMIT_PER_MINUTE, window: minute },
    /** Wrong tokens, per address. */
    'wrong-token': { quota: values.WRONG_TOKENS_PER_MINUTE, window: minute },
    /** Passwords and one-time codes that are tried, per address. */
    login: { quota: values.LOGINS_PER_MINUTE, window: minute },
    /** Passwords that are tried for one e-mail address, from wherever. */
    'login-user': { quota: 50, window: 15 * minute },
    /** Device logins that are begun, per address. */
    device: { quota: values.DEVICE_LOGINS_PER_MINUTE, window: minute },
    /** Polls of device logins, per address: ten a second for each of five impatient programs. */
    poll: { quota: values.POLLS_PER_MINUTE, window: minute },
    /** Wrong device codes, per address; the limit per user is kept in the database. */
    'code-entry': { quota: 60, window: 10 * minute },
  } as const satisfies Record<string, Policy>;
}

export type LimitName = keyof ReturnType<typeof policiesFrom>;

/**
 * Counts requests and refuses those above the quota, with the fields of draft-ietf-httpapi-ratelimit-headers. Each process counts for
 * itself.
 */
@Injectable()
export class RateLimits {
  private readonly policies: Readonly<Record<LimitName, Policy>>;
  private readonly limiters = new Map<LimitName, BoundedLimiter>();

  constructor(config: Config) {
    this.policies = policiesFrom(config.values);
    for (const [name, { quota, window }] of Object.entries(this.policies))
      if (quota > 0) this.limiters.set(name as LimitName, new BoundedLimiter(quota, window));
  }

  /** Takes one from the quota of `key`. Throws `rate-limited` with `Retry-After` when none is left. */
  async consume(name: LimitName, key: string, context: RequestContext): Promise<void> {
    const limiter = this.limiters.get(name);
    if (limiter === undefined) return;
    try {
      this.announce(name, await limiter.consume(key), context);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw this.refuse(name, refusal, context);
    }
  }

  /** Throws `rate-limited` when nothing is left of the quota of `key`; takes nothing. */
  async require(name: LimitName, key: string, context: RequestContext): Promise<void> {
    const state = await this.limiters.get(name)?.peek(key);
    if (state !== undefined && state.consumedPoints >= this.policies[name].quota)
      throw this.refuse(name, state, context);
  }

  /** Gives one back to the quota of `key`, e.g. after a login that succeeded. */
  async giveBack(name: LimitName, key: string): Promise<void> {
    await this.limiters.get(name)?.giveBack(key);
  }

  private refuse(name: LimitName, state: RateLimiterRes, context: RequestContext): Problem {
    this.announce(name, state, context);
    const { quota, window } = this.policies[name];
    return new Problem(
      'rate-limited',
      `The limit "${name}" allows ${String(quota)} requests in ${String(window)} seconds.`,
      { retryAfterMs: state.msBeforeNext },
    );
  }

  private announce(name: LimitName, state: RateLimiterRes, context: RequestContext): void {
    const { quota, window } = this.policies[name];
    context.setHeader('ratelimit-policy', `"${name}";q=${String(quota)};w=${String(window)}`);
    context.setHeader(
      'ratelimit',
      `"${name}";r=${String(Math.max(0, state.remainingPoints))};t=${String(Math.ceil(state.msBeforeNext / 1000))}`,
    );
  }
}
