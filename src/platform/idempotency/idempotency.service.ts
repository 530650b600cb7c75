import { printJson } from '../../kernel/json/exact-number.js';
import { Injectable } from '@nestjs/common';
import type { CallScope } from '../../kernel/call-scope.js';
import { Clock } from '../../kernel/pacing/clock.js';
import type { ProblemCode } from '../../kernel/problems/problem-catalogue.js';
import { holderOf, type Principal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../config/config.js';
import type { Reply } from '../http/answers/reply.js';
import { Logger } from '../logging/logger.js';
import { Keyring } from '../security/keyring.js';
import { IdempotencyStore, type IdempotencyRecord } from './idempotency-store.port.js';
import { KeptAnswers } from './kept-answers.service.js';
import { replayAnswer, storeProblem, storeReply } from './stored-answer.js';

/** A request that may come more than once. */
export interface IdempotentRequest {
  readonly principal: Principal;
  /** Method and pattern: keys of different routes have nothing to do with each other. */
  readonly route: string;
  /** All that the request asks for: body, path parameters. */
  readonly content: unknown;
  readonly scope: CallScope;
}

interface Lookup {
  readonly digest: string;
  readonly found: Promise<IdempotencyRecord | undefined>;
}

const hourMs = 3_600_000;
const keyForm = /^[\x20-\x7e]{1,255}$/;

/** How long a process is believed to be alive without a sign of life. */
export const leaseMs = 15_000;

/** Problems after which the request may have had an effect, or surely has been decided on: asking again gives the same answer. */
const final: ReadonlySet<ProblemCode> = new Set([
  ...(['invalid-params', 'upstream-error', 'upstream-response-too-large', 'upstream-timeout'] as const),
  ...(['client-closed-request', 'result-not-shaped'] as const),
]);

/** Carries out a request with an `Idempotency-Key` at most once, and gives its answer to those who ask again within IDEMPOTENCY_HOURS. */
@Injectable()
export class Idempotency {
  private readonly running = new Map<string, string>();
  private readonly lookups = new Map<string, Lookup>();

  constructor(
    private readonly store: IdempotencyStore,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
    private readonly logger: Logger,
    private readonly config: Config,
    private readonly kept: KeptAnswers,
  ) {}

  /** Ids of the requests under way in this process. */
  get underWay(): readonly string[] {
    return [...this.running.keys()];
  }

  /**
   * Without a key just executes. With one, execution goes on when the caller leaves. Throws `invalid-header`, `idempotency-mismatch`,
   * `idempotency-running`, `outcome-unknown`, `answer-not-kept`, `overloaded`, and what `execute` throws.
   */
  async run(
    key: string | undefined,
    request: IdempotentRequest,
    execute: (scope: CallScope) => Promise<Reply>,
  ): Promise<Reply> {
    if (key === undefined) return execute(request.scope);
    if (!keyForm.test(key))
      throw new Problem('invalid-header', 'Idempotency-Key must have 1 to 255 printable ASCII characters.');
    const { principal, route, content } = request;
    const name = JSON.stringify([holderOf(principal), route, key]);
    const id = this.keyring.digest('idempotency key', name);
    const text = printJson(content);
    const digest = this.keyring.digest('idempotent request', text);
    const found =
      (await this.findOfPreviousKey(name, text, digest)) ??
      (await this.begin(id, digest, principal.accountId));
    return found === undefined ? this.carryOut(id, request, execute) : this.answer(found, digest);
  }

  /** A record that was made before SECRET_KEY was changed, with the digest that it would have today. */
  private async findOfPreviousKey(
    name: string,
    text: string,
    digest: string,
  ): Promise<IdempotencyRecord | undefined> {
    for (const id of this.keyring.previousDigests('idempotency key', name)) {
      const found = await this.store.find(id, this.clock.now());
      if (found === undefined) continue;
      if (!this.keyring.matches('idempotent request', text, found.digest)) throw mismatch();
      return { ...found, digest };
    }
    return undefined;
  }

  /** `undefined` when this request is the one to be carried out. */
  private async begin(id: string, digest: string, accountId: string): Promise<IdempotencyRecord | undefined> {
    const running = this.running.get(id);
    if (running !== undefined) throw refusal(running, digest);
    const lookup = this.lookups.get(id);
    if (lookup === undefined) return this.lookUp(id, digest, accountId);
    const found = await lookup.found;
    if (found === undefined) throw refusal(lookup.digest, digest);
    return found;
  }

  private async lookUp(
    id: string,
    digest: string,
    accountId: string,
  ): Promise<IdempotencyRecord | undefined> {
    const now = this.clock.now();
    const record = {
      ...{ id, digest, accountId, state: 'running' as const, answer: null },
      ...{ leaseUntil: now + leaseMs, expiresAt: now + this.config.values.IDEMPOTENCY_HOURS * hourMs },
    };
    const found = this.insert(record, accountId);
    this.lookups.set(id, { digest, found });
    try {
      return await found;
    } finally {
      this.lookups.delete(id);
    }
  }

  /** `undefined` when there was no such record; the account must have room for a new one. */
  private async insert(record: IdempotencyRecord, accountId: string): Promise<IdempotencyRecord | undefined> {
    const now = this.clock.now();
    const leaveRoom = await this.kept.takeRoom(accountId);
    if (leaveRoom === undefined) {
      const known = await this.store.find(record.id, now);
      if (known === undefined) throw this.kept.refusal();
      return known;
    }
    let isNew = false;
    try {
      const other = await this.store.begin(record, now);
      isNew = other === undefined;
      if (isNew) this.running.set(record.id, record.digest);
      return other;
    } finally {
      if (!isNew) leaveRoom();
    }
  }

  private async carryOut(
    id: string,
    { scope: caller, principal: { accountId } }: IdempotentRequest,
    execute: (scope: CallScope) => Promise<Reply>,
  ): Promise<Reply> {
    const scope = caller.detached();
    try {
      const reply = await execute(scope);
      await this.keep(id, accountId, storeReply(reply));
      return reply;
    } catch (error) {
      await this.keepFailure(id, accountId, Problem.from(error));
      throw error;
    } finally {
      caller.upstreamMs += scope.upstreamMs;
      this.running.delete(id);
    }
  }

  private answer(found: IdempotencyRecord, digest: string): Reply {
    if (found.digest !== digest) throw mismatch();
    if (found.state === 'done' && found.answer !== null)
      return replayAnswer(this.keyring.open('idempotent answer', found.id, found.answer));
    if (found.state === 'done') throw new Problem('answer-not-kept');
    if (found.state === 'running' && found.leaseUntil > this.clock.now()) throw refusal(digest, digest);
    throw new Problem('outcome-unknown');
  }

  private async keepFailure(id: string, accountId: string, problem: Problem): Promise<void> {
    if (final.has(problem.code)) await this.keep(id, accountId, storeProblem(problem));
    else if (problem.code === 'internal-error')
      await this.attempt(() => this.store.finish(id, 'unknown', null));
    else await this.attempt(() => this.store.forget(id));
  }

  /** An answer that is too large is kept as the fact that there was one. */
  private keep(id: string, accountId: string, answer: string): Promise<void> {
    return this.attempt(async () => {
      const mayBeKept = await this.kept.take(accountId, Buffer.byteLength(answer));
      const sealed = mayBeKept ? this.keyring.seal('idempotent answer', id, answer) : null;
      await this.store.finish(id, 'done', sealed);
    });
  }

  /** What has happened has happened: the caller gets the answer even if it cannot be kept. Later ones then hear `outcome-unknown`. */
  private async attempt(write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      this.logger.error('idempotency.not-kept', { error });
    }
  }
}

function refusal(first: string, digest: string): Problem {
  return first === digest
    ? new Problem('idempotency-running', undefined, { retryAfterMs: 1000 })
    : mismatch();
}

function mismatch(): Problem {
  return new Problem('idempotency-mismatch', 'This key came with another request before.');
}
