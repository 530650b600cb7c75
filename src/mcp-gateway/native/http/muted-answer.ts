import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import { Problem } from '../../../kernel/problems/problem.js';
import type { RpcResponse } from '../../../mcp/wire/json-rpc.js';
import { isQuestion, undeclared } from '../../../mcp/wire/question.js';
import { requireDeclared } from '../../questions/question-rules.js';
import { changedAnswer, changedEvent } from './changed-events.js';
import type { Relayed } from './http-relay.js';

/** What a server says that may ask nothing, as its client gets it: questions are answered here. */
export class MutedAnswer {
  constructor(
    /** Tells the server that nobody answers. */
    private readonly refuse: (answer: RpcResponse) => void,
    /** The error in place of a result that asks. */
    private readonly errorOf: (problem: Problem) => JsonObject,
  ) {}

  /** An event of a stream; `undefined` when nothing of it is left. */
  readonly shown = (block: string): string | undefined =>
    changedEvent(block, (message) => this.message(message));

  /** An answer that came whole. */
  whole(relayed: Relayed): Relayed {
    return changedAnswer(relayed, (message) => this.message(message));
  }

  private message(message: JsonObject): JsonObject | undefined {
    const refusal = refusalOfQuestion(message);
    if (refusal !== undefined) {
      this.refuse(refusal);
      return undefined;
    }
    try {
      if (isJsonObject(message['result'])) requireDeclared(message['result'], {});
      return message;
    } catch (error) {
      return { jsonrpc: '2.0', id: message['id'], error: this.errorOf(Problem.from(error)) };
    }
  }
}

/** What a server is told that asks although it may not; `undefined` for what is no question. */
export function refusalOfQuestion(message: object): RpcResponse | undefined {
  const { id, method } = message as JsonObject;
  if (typeof method !== 'string' || !isQuestion({ method })) return undefined;
  const error = undeclared({ method }, {});
  return error === undefined ? undefined : ({ jsonrpc: '2.0', id, error } as RpcResponse);
}
