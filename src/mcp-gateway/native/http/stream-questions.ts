import { printJson } from '../../../kernel/json/exact-number.js';
import type { JsonObject } from '../../../kernel/json/json.js';
import { Problem } from '../../../kernel/problems/problem.js';
import type { RpcRequest, RpcResponse } from '../../../mcp/wire/json-rpc.js';
import { LinkFailure } from '../../../mcp/wire/link-failure.js';
import { unanswered } from '../../../mcp/wire/question.js';
import type { Showing } from '../../../upstreams/tools/gate/asked-tool.js';
import { shownQuestion } from '../../../upstreams/tools/gate/shown-question.js';
import { changedEvent } from './changed-events.js';
import type { Relayed } from './http-relay.js';
import { messagesIn } from './server-answer.js';
import type { StreamWays } from './stream-ways.js';

/** What every event that is looked at holds, or a name that is written with an escape. */
const hints = ['"method"', '\\u'];

/** Questions on a stream of a server: they reach the client by themselves when somebody has decided on them, and hold up nothing else. */
export class StreamQuestions {
  /** Why one of them is not shown; the request in which it was asked ends with that. */
  refusal: Problem | undefined;

  constructor(
    private readonly show: Showing,
    /** Tells the server that nobody answers. */
    private readonly answer: (answer: RpcResponse) => void,
  ) {}

  /** What else an event holds; `undefined`: nothing. */
  readonly shown = (block: string, ways: StreamWays): string | undefined =>
    hints.some((hint) => block.includes(hint))
      ? changedEvent(block, (message) => {
          if (!isQuestion(message)) return message;
          void this.ask(message as unknown as RpcRequest, ways);
          return undefined;
        })
      : block;

  /**
   * An answer that came whole has no place for questions, though clients would take them (MCP 2025-11-25, Transports, Sending Messages to
   * the Server, item 5). Throws `bad-answer`.
   */
  requireNoneIn(relayed: Relayed): void {
    const { body } = relayed;
    if (hints.some((hint) => body.includes(hint)) && messagesIn(relayed).some(isQuestion))
      throw new LinkFailure('bad-answer', 'the server asks where only an answer has a place');
  }

  private async ask(question: RpcRequest, { tell, end }: StreamWays): Promise<void> {
    try {
      const shown = await shownQuestion(this.show, question);
      tell(`event: message\ndata: ${printJson(shown)}\n\n`);
    } catch (error) {
      this.refusal = Problem.from(error);
      this.answer(unanswered(question.id));
      end?.(new LinkFailure('cancelled', 'what the server asks is refused'));
    }
  }
}

/** A sign of life is asked for without words. */
function isQuestion({ method, id }: JsonObject): boolean {
  return typeof method === 'string' && method !== 'ping' && id !== undefined && id !== null;
}
