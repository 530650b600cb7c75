import { Injectable } from '@nestjs/common';
import { CallerIdentities } from '../../../../accounts/identity/caller-identities.service.js';
import type { JsonObject } from '../../../../kernel/json/json.js';
import { withDeadline } from '../../../../kernel/pacing/deadline.js';
import { Logger } from '../../../../platform/logging/logger.js';
import type { HookedCall, HookPhase } from '../call-hook.js';
import { HookAnswers } from './hook-answers.service.js';
import { decisionIn, HookFailure, type HookAnswer } from './hook-decision.js';
import { questionOf } from './hook-question.js';
import type { WrittenHook } from './written-hook.js';

const defaultTimeoutMs = 5000;

/** Asks one hook. */
@Injectable()
export class HookAsking {
  constructor(
    private readonly answers: HookAnswers,
    private readonly callers: CallerIdentities,
    private readonly logger: Logger,
  ) {}

  /** What it has decided; `undefined` when it has not, whatever it was that went wrong. */
  async ask(
    written: WrittenHook,
    call: HookedCall,
    phase: HookPhase,
    result?: JsonObject,
  ): Promise<HookAnswer | undefined> {
    const { url, tool, timeoutMs = defaultTimeoutMs } = written.hook;
    const { caller, server, method, scope } = call;
    const controller = new AbortController();
    const leave = scope.onCancel(() => {
      controller.abort();
    });
    try {
      const question = questionOf(call, await this.callers.of(caller.principal), phase, result);
      const answer = this.answers.get(written, call, question, controller.signal);
      const late = () => new HookFailure(`did not answer within ${String(timeoutMs)} ms`);
      return decisionIn(await withDeadline(answer, timeoutMs, late), phase, method === 'resources/read');
    } catch (error) {
      const { requestId } = scope;
      this.logger.warn('hook.failed', { server: server.handle, method, hook: url ?? tool, requestId, error });
      return undefined;
    } finally {
      leave();
      controller.abort();
    }
  }
}
