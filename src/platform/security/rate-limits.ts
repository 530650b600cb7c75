import { Injectable } from '@nestjs/common';
import { Problem } from '../../kernel/problem.js';
import { Config } from '../config/config.js';
import type { RequestContext } from '../http/request-context.js';
import { limitPolicies, type LimitName, type LimitPolicy } from './limit-policies.js';
import type { LimitState } from './limiter.js';
import { Limiters } from './limiters.service.js';

/** Counts requests and refuses those above the quota, with the fields of draft-ietf-httpapi-ratelimit-headers. */
@Injectable()
export class RateLimits {
  private readonly policies: Readonly<Record<LimitName, LimitPolicy>>;

  constructor(
    config: Config,
    private readonly limiters: Limiters,
  ) {
    this.policies = limitPolicies(config.values);
  }

  /** Takes one from the quota of `key`; at once unless it is counted elsewhere. Throws `rate-limited` with `Retry-After` when none is left. */
  consume(name: LimitName, key: string, context: RequestContext): Promise<void> | undefined {
    const state = this.limiters.find(name)?.consume(key);
    if (state instanceof Promise)
      return state.then((counted) => {
        this.judge(name, counted, context);
      });
    if (state !== undefined) this.judge(name, state, context);
    return undefined;
  }

  /** Throws `rate-limited` when nothing is left of the quota of `key`; takes nothing. */
  async require(name: LimitName, key: string, context: RequestContext): Promise<void> {
    const state = await this.limiters.find(name)?.peek(key);
    if (state !== undefined && state.used >= this.policies[name].quota)
      throw this.refuse(name, state, context);
  }

  /** Gives one back to the quota of `key`, e.g. after a login that succeeded. */
  async giveBack(name: LimitName, key: string): Promise<void> {
    await this.limiters.find(name)?.giveBack(key);
  }

  private judge(name: LimitName, state: LimitState, context: RequestContext): void {
    if (state.used > this.policies[name].quota) throw this.refuse(name, state, context);
    this.announce(name, state, context);
  }

  private refuse(name: LimitName, state: LimitState, context: RequestContext): Problem {
    this.announce(name, state, context);
    const { quota, window } = this.policies[name];
    return new Problem(
      'rate-limited',
      `The limit "${name}" allows ${String(quota)} requests in ${String(window)} seconds.`,
      { retryAfterMs: state.msLeft },
    );
  }

  private announce(name: LimitName, { used, msLeft }: LimitState, context: RequestContext): void {
    const { quota, window } = this.policies[name];
    const left = Math.max(0, quota - used).toFixed(0);
    context.setHeader('ratelimit-policy', `"${name}";q=${String(quota)};w=${String(window)}`);
    context.setHeader(
      'ratelimit',
      `"${name}";r=${left};t=${Math.ceil(Math.round(msLeft) / 1000).toFixed(0)}`,
    );
  }
}
