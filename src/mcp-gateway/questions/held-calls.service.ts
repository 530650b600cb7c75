import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { newId } from '../../kernel/id.js';
import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import { orderedJson } from '../../kernel/json/ordered-json.js';
import { Problem } from '../../kernel/problems/problem.js';
import { credentialOf, type Principal } from '../../kernel/principal.js';
import { Config } from '../../platform/config/config.js';
import { OpenWork } from '../../platform/http/open-work.js';
import { Keyring } from '../../platform/security/keyring.js';
import { AccountUsage } from '../../platform/usage/account-usage.service.js';
import type { RawResponse } from '../../mcp/wire/link.js';
import type { RegisteredServer } from '../../upstreams/declared/registered-server.js';
import { HeldCall, type HeldRun, type Waiter } from './held-call.js';
import { OpenQuestions } from './open-questions.service.js';
import { unfitState } from './unfit-state.js';

/** What a held call is bound to: its state is good for nothing else. */
export interface Binding {
  readonly principal: Principal;
  readonly server: RegisteredServer;
  /** Where it was made, such as `native srv_…`. */
  readonly endpoint: string;
  readonly method: string;
  /** The parameters without `_meta` and what belongs to single rounds. */
  readonly params: JsonObject;
}

/** Where a held call is, and which of its rounds of questions is meant. */
export interface HeldRound {
  readonly process: string;
  readonly call: string;
  readonly round: number;
}

const purpose = 'held-call';

/** The calls of this process whose servers ask something, or may. */
@Injectable()
export class HeldCalls implements OnApplicationShutdown {
  /** Names this process in the states that it gives out. */
  readonly process = newId('prc');
  private readonly calls = new Map<string, HeldCall>();

  constructor(
    private readonly keyring: Keyring,
    private readonly usage: AccountUsage,
    private readonly config: Config,
    private readonly work: OpenWork,
    private readonly questions: OpenQuestions,
  ) {}

  /** Makes a call; the result may be what its server asks first. */
  begin(binding: Binding, capabilities: JsonObject, run: HeldRun, waiter: Waiter): Promise<RawResponse> {
    const id = newId('held');
    const { principal, server } = binding;
    const { accountId } = principal;
    const context = contextOf(binding);
    const call: HeldCall = new HeldCall(waiter.scope.detached(), {
      capabilities,
      holdMs: this.config.values.HELD_CALL_MS,
      hold: () => {
        const release = this.usage.hold('heldCalls', accountId);
        const forget = this.work.keep(principal, () => {
          call.end(new Problem('unauthorized'));
        });
        const mute = this.questions.keep(principal, server, () => {
          call.end(new Problem('upstream-error', 'The server may ask nobody any more (`questions: deny`).'));
        });
        return () => {
          release();
          forget();
          mute();
        };
      },
      stateOf: (round) =>
        this.keyring.seal(purpose, context, JSON.stringify({ process: this.process, call: id, round })),
      onEnd: () => this.calls.delete(id),
    });
    this.calls.set(id, call);
    const response = call.wait(waiter);
    call.start(run);
    return response;
  }

  /** Which call a state is of. Throws `invalid-request-state` when it was given to somebody else or for something else. */
  open(binding: Binding, requestState: string): HeldRound {
    try {
      const held: unknown = JSON.parse(this.keyring.open(purpose, contextOf(binding), requestState));
      if (isJsonObject(held)) return held as unknown as HeldRound;
    } catch {
      // What cannot be opened was sealed elsewhere or changed since.
    }
    throw unfitState();
  }

  /** Goes on with a call of this process. Throws `invalid-request-state` when it has ended or the round was answered before. */
  resume({ call: id, round }: HeldRound, responses: JsonObject, waiter: Waiter): Promise<RawResponse> {
    const call = this.calls.get(id);
    if (call?.answer(round, responses) !== true) throw unfitState();
    return call.wait(waiter);
  }

  onApplicationShutdown(): void {
    for (const call of this.calls.values()) call.end(new Problem('shutting-down'));
  }
}

function contextOf({ principal, endpoint, method, params }: Binding): string {
  return orderedJson([credentialOf(principal), endpoint, method, params]);
}
