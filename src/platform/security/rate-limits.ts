import { Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { Problem } from '../../kernel/problem.js';
import { Config } from '../config/config.js';
import type { RequestContext } from '../http/request-context.js';

interface Policy {
  /** Requests per window. */
  readonly quota: number;
  /** Seconds. */
  readonly window: number;
}

/** What is limited: all requests of a principal; failed logins, device codes, code entries per address or user. */
export type LimitName = 'principal' | 'address' | 'failed-login' | 'login' | 'device' | 'poll' | 'code-entry';

/** Counts requests and refuses those above the quota, with the fields of draft-ietf-httpapi-ratelimit-headers. */
@Injectable()
export class RateLimits {
  private readonly policies: Readonly<Record<LimitName, Policy>>;
  private readonly limiters = new Map<LimitName, RateLimiterAbstract>();

  constructor(config: Config) {
    const perMinute = config.values.RATE_LIMIT_PER_MINUTE;
    this.policies = {
      principal: { quota: perMinute, window: 60 },
      address: { quota: perMinute, window: 60 },
      'failed-login': { quota: 300, window: 60 },
      login: { quota: 10, window: 60 },
      device: { quota: 60, window: 60 },
      poll: { quota: 600, window: 60 },
      'code-entry': { quota: 5, window: 600 },
    };
    for (const [name, { quota, window }] of Object.entries(this.policies))
      if (quota > 0)
        this.limiters.set(
          name as LimitName,
          new RateLimiterMemory({ keyPrefix: name, points: quota, duration: window }),
        );
  }

  /** Takes one from the quota of `key`. Throws `rate-limited` with `Retry-After` when none is left. */
  async consume(name: LimitName, key: string, context: RequestContext): Promise<void> {
    const limiter = this.limiters.get(name);
    if (limiter === undefined) return;
    try {
      this.announce(name, await limiter.consume(key), context);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      this.announce(name, refusal, context);
      throw this.refusal(name, refusal);
    }
  }

  /** Throws `rate-limited` when nothing is left of the quota of `key`; takes nothing. */
  async require(name: LimitName, key: string, context: RequestContext): Promise<void> {
    const state = await this.limiters.get(name)?.get(key);
    if (state == null || state.consumedPoints < this.policies[name].quota) return;
    this.announce(name, state, context);
    throw this.refusal(name, state);
  }

  /** Gives the quota of `key` back, e.g. after a login that succeeded. */
  async forgive(name: LimitName, key: string): Promise<void> {
    await this.limiters.get(name)?.delete(key);
  }

  private refusal(name: LimitName, state: RateLimiterRes): Problem {
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
