import { Injectable } from '@nestjs/common';
import type { JsonObject } from '../../kernel/json.js';
import { Problem } from '../../kernel/problem.js';
import type { RawResponse } from '../../upstreams/links/link.js';
import type { Waiter } from './held-call.js';
import { HeldCalls, type HeldRound } from './held-calls.service.js';

/** Goes on with held calls, wherever they are held. */
@Injectable()
export class HeldCallRelay {
  constructor(private readonly held: HeldCalls) {}

  /** Throws `invalid-request-state`, and `held-call-lost` when the process that held the call is gone. */
  resume(round: HeldRound, responses: JsonObject, waiter: Waiter): Promise<RawResponse> {
    if (round.process === this.held.process) return this.held.resume(round, responses, waiter);
    throw new Problem('held-call-lost');
  }
}
