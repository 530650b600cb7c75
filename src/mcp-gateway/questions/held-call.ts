import type { CallScope } from '../../kernel/call-scope.js';
import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import { Problem } from '../../kernel/problems/problem.js';
import { rpcErrorCodes } from '../../mcp/wire/error-codes.js';
import type { RpcNotification } from '../../mcp/wire/json-rpc.js';
import type { RawResponse } from '../../mcp/wire/link.js';
import {
  RefusedAnswer,
  undeclared,
  type OnQuestion,
  type Question,
  type QuestionAnswer,
} from '../../mcp/wire/question.js';

/** A request to a server of the 2025 revisions, with what hears of it. */
export type HeldRun = (hearing: {
  readonly scope: CallScope;
  readonly onQuestion: OnQuestion;
  readonly onNotification: (notification: RpcNotification) => void;
}) => Promise<RawResponse>;

/** Somebody who waits for the result or the next question. */
export interface Waiter {
  readonly scope: CallScope;
  readonly notify: ((notification: RpcNotification) => void) | undefined;
}

export interface HeldCallOptions {
  /** What the caller has declared, as `askable` leaves it. */
  readonly capabilities: JsonObject;
  readonly holdMs: number;
  /** Takes a place among the calls that are held. Throws `overloaded`. */
  readonly hold: () => () => void;
  /** The `requestState` that goes with a round of questions. */
  readonly stateOf: (round: number) => string;
  readonly onEnd: () => void;
}

/** Questions that may be open at once in one call. */
const maxOpen = 32;

type Outcome = { readonly response: RawResponse } | { readonly reason: unknown };

/**
 * A call at a server of the 2025 revisions that goes on while its caller is away to answer what the server asks: each round of questions
 * is an `input_required` result (2026-07-28, Multi Round-Trip Requests).
 */
export class HeldCall {
  private readonly open = new Map<
    string,
    { readonly question: Question; readonly give: (answer: QuestionAnswer) => void }
  >();
  private count = 0;
  private round = 0;
  private waiting:
    | { readonly give: (outcome: Outcome) => void; readonly notify: Waiter['notify'] }
    | undefined;
  private outcome: Outcome | undefined;
  private release: (() => void) | undefined;
  private timer: NodeJS.Timeout | undefined;
  private ended = false;

  constructor(
    /** Of the request at the server; cancelled when the call ends before its result. */
    private readonly scope: CallScope,
    private readonly options: HeldCallOptions,
  ) {}

  start(run: HeldRun): void {
    run({
      scope: this.scope,
      onQuestion: (question) => this.ask(question),
      onNotification: (notification) => this.waiting?.notify?.(notification),
    }).then(
      (response) => {
        this.settle({ response });
      },
      (reason: unknown) => {
        this.settle({ reason });
      },
    );
  }

  /** The result, or what the server asks first. Rejects with whatever the request at the server does; a caller who leaves ends it. */
  wait({ scope, notify }: Waiter): Promise<RawResponse> {
    clearTimeout(this.timer);
    return new Promise<RawResponse>((resolve, reject) => {
      const release = scope.onCancel(() => {
        this.end(new Problem('client-closed-request'));
      });
      this.waiting = {
        notify,
        give: (outcome) => {
          this.waiting = undefined;
          release();
          if ('response' in outcome) resolve(outcome.response);
          else reject(Problem.from(outcome.reason));
        },
      };
      if (this.outcome !== undefined) this.settle(this.outcome);
      else if (this.open.size > 0) this.tellSoon();
    });
  }

  /** Hands the server what its caller answers. Whether it was for the present round, which works once. */
  answer(round: number, responses: JsonObject): boolean {
    if (this.ended || round !== this.round || this.waiting !== undefined) return false;
    this.round++;
    for (const [key, { give }] of this.open) {
      const result = responses[key];
      if (!isJsonObject(result)) continue;
      this.open.delete(key);
      give(result instanceof RefusedAnswer ? { error: result.error } : { result });
    }
    return true;
  }

  /** Ends the request at the server, too. */
  end(problem: Problem): void {
    if (this.ended) return;
    this.settle({ reason: problem });
    this.close();
    this.scope.cancel();
  }

  private ask(question: Question): Promise<QuestionAnswer> {
    const error =
      this.ended || this.open.size >= maxOpen
        ? { code: rpcErrorCodes.internalError, message: 'The client does not answer.' }
        : undeclared(question, this.options.capabilities);
    if (error !== undefined) return Promise.resolve({ error });
    return new Promise((give) => {
      this.open.set(`q${String(++this.count)}`, { question, give });
      this.tellSoon();
    });
  }

  /** What is asked in one breath is told in one. */
  private tellSoon(): void {
    setImmediate(() => {
      if (this.waiting !== undefined && this.open.size > 0 && !this.ended) this.tell(this.waiting);
    });
  }

  private tell({ give }: NonNullable<HeldCall['waiting']>): void {
    try {
      this.release ??= this.options.hold();
    } catch (error) {
      this.end(Problem.from(error));
      return;
    }
    const asked = [...this.open].map(([key, { question }]) => [key, question] as const);
    this.expireLater();
    const result = {
      resultType: 'input_required',
      inputRequests: Object.fromEntries(asked),
      requestState: this.options.stateOf(this.round),
    };
    give({ response: { message: { jsonrpc: '2.0', id: null, result } } });
  }

  /** A result that comes while its caller is away is kept for as long as the question was good for. */
  private settle(outcome: Outcome): void {
    this.outcome ??= outcome;
    if (this.waiting === undefined) return;
    this.close();
    this.waiting.give(this.outcome);
  }

  private expireLater(): void {
    this.timer = setTimeout(() => {
      this.end(new Problem('client-closed-request', 'Nobody has answered what the server asked.'));
    }, this.options.holdMs).unref();
  }

  private close(): void {
    if (this.ended) return;
    this.ended = true;
    clearTimeout(this.timer);
    this.release?.();
    for (const { give } of this.open.values())
      give({ error: { code: rpcErrorCodes.internalError, message: 'The client does not answer.' } });
    this.open.clear();
    this.options.onEnd();
  }
}
