import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CallScope } from '../../kernel/call-scope.js';
import { within } from '../../kernel/pacing/deadline.js';
import { parseJson, printJson } from '../../kernel/json/exact-number.js';
import { newId } from '../../kernel/id.js';
import type { JsonObject } from '../../kernel/json/json.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Logger } from '../../platform/logging/logger.js';
import { Keyring } from '../../platform/security/keyring.js';
import type { RawResponse } from '../../mcp/wire/link.js';
import type { Waiter } from './held-call.js';
import { HeldCallAnswerStore, type SentAnswer } from './held-call-answer-store.port.js';
import { HeldCalls, type HeldRound } from './held-calls.service.js';
import { relayed, restored } from './relayed-outcome.js';

const purpose = 'held-call-answer';

/** A process that lives takes what is left for it at once, and shows that it lives while it is at it. */
const patience = { takenMs: 5000, beatMs: 2000, silentMs: 15_000, lookMs: 1000 };

/** Goes on with held calls wherever they are held: with those of other processes by way of the database that they share. */
@Injectable()
export class HeldCallRelay implements OnModuleInit {
  private readonly waiting = new Map<string, () => void>();

  constructor(
    private readonly held: HeldCalls,
    private readonly store: HeldCallAnswerStore,
    private readonly keyring: Keyring,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.store.onChange((id) => {
      if (id === undefined || id === this.held.process) void this.serve();
      for (const [key, look] of this.waiting) if (id === undefined || id === key) look();
    });
  }

  /** Throws `invalid-request-state`, and `held-call-lost` when the process that held the call is gone. */
  resume(round: HeldRound, responses: JsonObject, waiter: Waiter): Promise<RawResponse> {
    if (round.process === this.held.process) return this.held.resume(round, responses, waiter);
    if (!this.store.isShared) return Promise.reject(new Problem('held-call-lost'));
    return this.send(round, responses, waiter.scope);
  }

  private async send(round: HeldRound, responses: JsonObject, scope: CallScope): Promise<RawResponse> {
    const id = newId('hca');
    const { process } = round;
    const answer = this.keyring.seal(purpose, id, printJson([round, responses]));
    await this.store.send({ id, process, answer });
    try {
      return restored(this.keyring.open(purpose, id, await this.outcome(id, process, scope)));
    } finally {
      this.waiting.delete(id);
      // Whoever has taken it sees that nobody waits any longer.
      await this.store.remove(id).catch(() => undefined);
    }
  }

  private async outcome(id: string, process: string, scope: CallScope): Promise<string> {
    const sentAt = performance.now();
    let beats = 0;
    let aliveAt = sentAt;
    for (;;) {
      await this.change(id, scope);
      if (scope.cancelled) throw new Problem('client-closed-request');
      const row = await this.store.look(id);
      const now = performance.now();
      if (row?.outcome != null) return row.outcome;
      if (row === undefined || now - aliveAt > patience.silentMs) throw new Problem('held-call-lost');
      if (row.state === 'asked') {
        if (now - sentAt > patience.takenMs && (await this.store.withdraw(id)))
          throw new Problem('held-call-lost');
        await this.store.remind(process);
      } else if (row.beats !== beats) {
        beats = row.beats;
        aliveAt = now;
      }
    }
  }

  /** Until something has happened to the answer, or it is time to look. */
  private async change(id: string, scope: CallScope): Promise<void> {
    let release: (() => void) | undefined;
    const changed = new Promise<void>((resolve) => {
      this.waiting.set(id, resolve);
      release = scope.onCancel(resolve);
    });
    await within(changed, patience.lookMs);
    release?.();
  }

  /** Takes what other processes have left here. */
  private async serve(): Promise<void> {
    try {
      for (const sent of await this.store.take(this.held.process)) void this.goOn(sent);
    } catch (error) {
      this.logger.warn('held-call.unread', { error });
    }
  }

  private async goOn({ id, answer }: SentAnswer): Promise<void> {
    const scope = new CallScope(id);
    const beat = setInterval(() => {
      this.store.beat(id).then(
        (isAwaited) => {
          if (!isAwaited) scope.cancel();
        },
        () => undefined,
      );
    }, patience.beatMs);
    try {
      const [round, responses] = parseJson(this.keyring.open(purpose, id, answer)) as [HeldRound, JsonObject];
      const outcome = await relayed(
        (async () => this.held.resume(round, responses, { scope, notify: undefined }))(),
      );
      await this.store.finish(id, this.keyring.seal(purpose, id, outcome));
    } catch (error) {
      this.logger.warn('held-call.unanswered', { error });
    } finally {
      clearInterval(beat);
    }
  }
}
