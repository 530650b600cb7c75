import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '../../kernel/pacing/clock.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../config/config.js';
import { AccountUsage } from '../usage/account-usage.service.js';
import { IdempotencyStore, type KeptSum } from './idempotency-store.port.js';

/** How long the database is believed before it is asked again; what this process adds meanwhile is counted. */
const believedMs = 30_000;
const retryAfterMs = 60_000;

/** What each account has in stored answers, and may have. */
@Injectable()
export class KeptAnswers {
  /** What is counted here is added to the sum that the database gave. */
  private readonly sums = new LRUCache<string, KeptSum>({
    ...{ max: 10_000, ttl: believedMs, ignoreFetchAbort: true },
    fetchMethod: (accountId) => this.store.sumOf(accountId, this.clock.now()),
  });

  constructor(
    private readonly store: IdempotencyStore,
    private readonly usage: AccountUsage,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {
    const { ACCOUNT_KEPT_ANSWERS, ACCOUNT_KEPT_ANSWER_BYTES } = config.values;
    usage.show({
      name: 'keptAnswers',
      variable: 'ACCOUNT_KEPT_ANSWERS',
      unit: 'count',
      max: ACCOUNT_KEPT_ANSWERS,
      used: async (accountId) => (await this.sumOf(accountId)).count,
    });
    usage.show({
      name: 'keptAnswerBytes',
      variable: 'ACCOUNT_KEPT_ANSWER_BYTES',
      unit: 'bytes',
      max: ACCOUNT_KEPT_ANSWER_BYTES,
      used: async (accountId) => (await this.sumOf(accountId)).bytes,
    });
  }

  /** Counts one more key, if it may be remembered; what it answers with is called when none was after all. */
  async takeRoom(accountId: string): Promise<(() => void) | undefined> {
    const sum = await this.sumOf(accountId);
    if (sum.count >= this.config.values.ACCOUNT_KEPT_ANSWERS) return undefined;
    sum.count++;
    return () => {
      sum.count--;
    };
  }

  refusal(): Problem {
    this.usage.refused('keptAnswers');
    return new Problem(
      'overloaded',
      'Too many answers to requests with an Idempotency-Key are kept already (ACCOUNT_KEPT_ANSWERS).',
      { retryAfterMs, members: { limit: 'ACCOUNT_KEPT_ANSWERS' } },
    );
  }

  /** Whether an answer of so many bytes may be kept, which is then counted. */
  async take(accountId: string, bytes: number): Promise<boolean> {
    const { MAX_KEPT_ANSWER_BYTES, ACCOUNT_KEPT_ANSWER_BYTES } = this.config.values;
    if (bytes > MAX_KEPT_ANSWER_BYTES) return false;
    const sum = await this.sumOf(accountId);
    if (sum.bytes + bytes > ACCOUNT_KEPT_ANSWER_BYTES) return false;
    sum.bytes += bytes;
    return true;
  }

  private async sumOf(accountId: string): Promise<KeptSum> {
    return (await this.sums.fetch(accountId)) as KeptSum;
  }
}
