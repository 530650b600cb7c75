import type { CallScope } from '../../kernel/call-scope.js';
import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import { rpcErrorCodes } from '../wire/error-codes.js';
import type { RpcMessage, RpcRequest } from '../wire/json-rpc.js';
import { Problem } from '../../kernel/problems/problem.js';
import { RefusedAnswer, undeclared } from '../wire/question.js';

/** A server that is never content must not keep a person answering for ever. */
const maxRounds = 10;

/** The client's request in which a server asks. */
export interface Asker {
  readonly id: string | number;
  readonly scope: CallScope;
}

/** Turns what a server of 2026-07-28 wants to know (`input_required`, SEP-2322) into requests to a client of the 2025 revisions. */
export class InputRounds {
  private readonly waiting = new Map<unknown, (answer: RpcMessage | undefined) => void>();
  private count = 0;

  constructor(
    private readonly ask: (request: RpcRequest, about: string | number) => void,
    /** What the client has declared that it can answer. */
    private readonly declared: () => JsonObject,
  ) {}

  /** The parameters with which the request is repeated; what the client refuses is a `RefusedAnswer`. Rejects after too many rounds. */
  async fulfil(
    { inputRequests, requestState }: JsonObject,
    round: number,
    asker: Asker,
  ): Promise<JsonObject & { readonly inputResponses: JsonObject }> {
    if (round >= maxRounds)
      throw new Problem('upstream-error', `The server asks for input more than ${String(maxRounds)} times.`);
    const asked = Object.entries(isJsonObject(inputRequests) ? inputRequests : {});
    for (const [, request] of asked) this.requireDeclared(request);
    const answers = await Promise.all(
      asked.map(async ([key, request]) => [key, await this.answerTo(request, asker)] as const),
    );
    return {
      inputResponses: Object.fromEntries(answers),
      ...(requestState === undefined ? {} : { requestState }),
    };
  }

  /** Takes the client's answer to one of the requests. */
  answered(message: RpcMessage): void {
    const id = 'id' in message ? message.id : undefined;
    this.waiting.get(id)?.(message);
  }

  close(): void {
    for (const give of this.waiting.values()) give(undefined);
  }

  private async answerTo(request: unknown, { id: about, scope }: Asker): Promise<unknown> {
    const id = `gantry-input-${String(++this.count)}`;
    const answer = await new Promise<RpcMessage | undefined>((resolve) => {
      this.waiting.set(id, resolve);
      this.ask({ ...(request as JsonObject), jsonrpc: '2.0', id } as unknown as RpcRequest, about);
      scope.onCancel(() => {
        resolve(undefined);
      });
    });
    this.waiting.delete(id);
    if (answer !== undefined && 'result' in answer) return answer.result;
    const gone = { code: rpcErrorCodes.internalError, message: 'The client does not answer.' };
    return new RefusedAnswer(answer !== undefined && 'error' in answer ? (answer.error ?? gone) : gone);
  }

  /** Throws `upstream-error` for a server that asks what its client has not said it can answer. */
  private requireDeclared(request: unknown): void {
    const { method, params } = isJsonObject(request) ? request : {};
    const question = { method: String(method), params: isJsonObject(params) ? params : undefined };
    if (undeclared(question, this.declared()) !== undefined)
      throw new Problem(
        'upstream-error',
        `The server asks what the client has not said it can answer (${question.method}).`,
      );
  }
}
