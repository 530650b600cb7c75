import { Problem } from '../../../kernel/problems/problem.js';
import { LinkFailure } from '../../../mcp/wire/link-failure.js';
import type { HoldAnswer } from '../../../platform/usage/answer-room.js';

/** Counts what accounts have; throws `overloaded`, which names the limit. */
interface Counter {
  hold(name: 'answerBytes', accountId: string, bytes: number): () => void;
}

/** What the answers of remote servers may take up while they are read, of each account and in all. */
export class AnswerPlaces {
  constructor(private readonly usage: Counter) {}

  /** For the answers of one account. A call that is refused has had its effect at the server: that must not sound as if it could be sent again. */
  of(accountId: string): HoldAnswer {
    return (bytes) => {
      try {
        return this.usage.hold('answerBytes', accountId, bytes);
      } catch (error) {
        const { detail = 'there is no room for it' } = Problem.from(error);
        throw new LinkFailure('too-large', `the answer is too large for now: ${detail}`, { cause: error });
      }
    };
  }
}
