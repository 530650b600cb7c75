import { Injectable } from '@nestjs/common';
import { Problem } from '../../kernel/problems/problem.js';
import { credentialOf, type Principal } from '../../kernel/principal.js';
import { Config } from '../config/config.js';
import type { VariableName } from '../config/variables.js';
import type { RequestContext } from '../http/request-context.js';
import { AccountUsage } from '../usage/account-usage.service.js';
import { growingWait } from './growing-wait.js';
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
    private readonly usage: AccountUsage,
  ) {
    this.policies = limitPolicies(config.values);
    this.show(usage, 'account', 'requests', 'ACCOUNT_REQUESTS_PER_MINUTE');
    this.show(usage, 'change', 'changes', 'ACCOUNT_CHANGES_PER_MINUTE');
  }

  private show(usage: AccountUsage, name: LimitName, as: string, variable: VariableName): void {
    usage.show({
      ...{ name: as, variable, unit: 'count' },
      max: this.policies[name].quota,
      used: async (accountId) => (await this.limiters.find(name)?.peek(accountId))?.used ?? 0,
    });
  }

  /** Takes one from the quota of a token (those of a program have one together) and one from that of its account; the answer tells of the one that has less left. */
  admit(principal: Principal, context: RequestContext): Promise<void> | undefined {
    const { accountId } = principal;
    const own = this.limiters.find('principal')?.consume(credentialOf(principal));
    return own instanceof Promise
      ? own.then((counted) => this.admitAccount(accountId, counted, context))
      : this.admitAccount(accountId, own, context);
  }

  /** Takes one from the quota of `key`; at once unless it is counted elsewhere. Throws `rate-limited` with `Retry-After` when none is left. */
  consume(name: LimitName, key: string, context: RequestContext): Promise<void> | undefined {
    if (this.policies[name].growth !== undefined) return this.consumeInTime(name, key, context);
    const state = this.limiters.find(name)?.consume(key);
    if (state instanceof Promise)
      return state.then((counted) => {
        this.judge(name, counted, context);
      });
    if (state !== undefined) this.judge(name, state, context);
    return undefined;
  }

  /** Takes one from the quota of `key`, for what has been done already. */
  async count(name: LimitName, key: string): Promise<void> {
    await this.limiters.find(name)?.consume(key);
  }

  /** Throws `rate-limited` when nothing is left of the quota of `key`; takes nothing. */
  async require(name: LimitName, key: string, context?: RequestContext): Promise<void> {
    const state = await this.limiters.find(name)?.peek(key);
    if (state !== undefined && state.used >= this.policies[name].quota)
      throw this.refuse(name, state, context);
  }

  /** Takes one from the quota of `key`, for work that no request asks for. Throws `rate-limited` when none is left, and takes nothing then. */
  async take(name: LimitName, key: string): Promise<void> {
    const limiter = this.limiters.find(name);
    const state = await limiter?.consume(key);
    if (state === undefined || state.used <= this.policies[name].quota) return;
    await limiter?.giveBack(key);
    throw this.refuse(name, state);
  }

  /** Gives one back to the quota of `key`, e.g. after a login that succeeded. */
  async giveBack(name: LimitName, key: string): Promise<void> {
    await this.limiters.find(name)?.giveBack(key);
  }

  private admitAccount(
    accountId: string,
    own: LimitState | undefined,
    context: RequestContext,
  ): Promise<void> | undefined {
    if (own !== undefined && this.left('principal', own) < 0) throw this.refuse('principal', own, context);
    const all = this.limiters.find('account')?.consume(accountId);
    if (all instanceof Promise)
      return all.then((counted) => {
        this.judgeBoth(own, counted, context);
      });
    this.judgeBoth(own, all, context);
    return undefined;
  }

  private judgeBoth(own: LimitState | undefined, all: LimitState | undefined, context: RequestContext): void {
    if (all !== undefined && this.left('account', all) < 0) {
      this.usage.refused('requests');
      throw this.refuse('account', all, context);
    }
    if (all !== undefined && (own === undefined || this.left('account', all) < this.left('principal', own)))
      this.announce('account', all, context);
    else if (own !== undefined) this.announce('principal', own, context);
  }

  /** Below zero for a request that is too much. */
  private left(name: LimitName, { used }: LimitState): number {
    return this.policies[name].quota - used;
  }

  /** Many at once are counted before they are judged, so that none slips through; what must wait is not counted. */
  private async consumeInTime(name: LimitName, key: string, context: RequestContext): Promise<void> {
    const limiter = this.limiters.find(name);
    if (limiter === undefined) return;
    const before = await limiter.peek(key);
    if (before !== undefined) this.refuseEarly(name, before, context);
    const state = await limiter.consume(key);
    try {
      this.refuseEarly(name, { ...state, used: state.used - 1 }, context);
    } catch (error) {
      await limiter.giveBack(key);
      throw error;
    }
    this.announce(name, state, context);
  }

  private refuseEarly(name: LimitName, { used, msLeft }: LimitState, context: RequestContext): void {
    const { growth, quota, window } = this.policies[name];
    if (used >= quota) throw this.refuse(name, { used, msLeft }, context);
    const wait = growth === undefined ? 0 : growingWait(growth, used, window * 1000 - msLeft);
    if (wait > 0) throw this.refuse(name, { used: quota, msLeft: Math.min(wait, msLeft) }, context);
  }

  private judge(name: LimitName, state: LimitState, context: RequestContext): void {
    if (state.used > this.policies[name].quota) throw this.refuse(name, state, context);
    this.announce(name, state, context);
  }

  private refuse(name: LimitName, state: LimitState, context?: RequestContext): Problem {
    if (context !== undefined) this.announce(name, state, context);
    const { quota, window, variable } = this.policies[name];
    const by = variable === undefined ? '' : ` (${variable})`;
    return new Problem(
      'rate-limited',
      `The limit "${name}" allows ${String(quota)} requests in ${String(window)} seconds${by}.`,
      { retryAfterMs: state.msLeft, members: { limit: variable ?? name } },
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
