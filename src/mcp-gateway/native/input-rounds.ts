import { isJsonObject, type JsonObject } from '../../kernel/json.js';
import type { RpcMessage, RpcRequest } from '../../upstreams/links/json-rpc.js';
import { LinkFailure } from '../../upstreams/links/link-failure.js';

/** A server that is never content must not keep a person answering for ever. */
const maxRounds = 10;

/** Turns what a server of 2026-07-28 wants to know (`input_required`, SEP-2322) into requests to a client of the 2025 revisions. */
export class InputRounds {
  private readonly waiting = new Map<unknown, (answer: RpcMessage | undefined) => void>();
  private count = 0;

  constructor(private readonly ask: (request: RpcRequest) => void) {}

  /** The parameters with which the request is repeated. Rejects when the client refuses, and after too many rounds. */
  async fulfil({ inputRequests, requestState }: JsonObject, round: number): Promise<JsonObject> {
    if (round >= maxRounds)
      throw new LinkFailure('bad-answer', `the server asks for input more than ${String(maxRounds)} times`);
    const asked = Object.entries(isJsonObject(inputRequests) ? inputRequests : {});
    const answers = await Promise.all(
      asked.map(async ([key, request]) => [key, await this.answerTo(request)] as const),
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

  private async answerTo(request: unknown): Promise<unknown> {
    if (!isJsonObject(request))
      throw new LinkFailure('bad-answer', 'the server asks for nothing that can be asked');
    const id = `gantry-input-${String(++this.count)}`;
    const answer = await new Promise<RpcMessage | undefined>((resolve) => {
      this.waiting.set(id, resolve);
      this.ask({ ...request, jsonrpc: '2.0', id } as unknown as RpcRequest);
    });
    this.waiting.delete(id);
    if (answer === undefined || !('result' in answer))
      throw new LinkFailure('bad-answer', 'the client does not answer what the server asks for');
    return answer.result;
  }
}
