import type { CallScope } from '../../kernel/call-scope.js';
import type { JsonObject } from '../../kernel/json/json.js';
import { Problem } from '../../kernel/problems/problem.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import type { ChatChunk } from './chat-message.js';
import type { ChatOutcome, ChatStream } from './models/language-models.port.js';

/** How a chat went, for the log, the metrics and the audit trail: no contents. */
export interface ChatReport {
  readonly outcome: ChatOutcome;
  /** What ended it before its time. */
  readonly problem: Problem | undefined;
  readonly ms: number;
  /** Until the first piece of text, reasoning or a tool call. */
  readonly firstTokenMs: number | undefined;
}

const tokens = /^(text-delta|reasoning-delta|tool-input-start|tool-input-available)$/;

/** A chat under way, tied to its request: when that ends, so do the model and its tools. */
export class ChatRun {
  private failure: Problem | undefined;
  private firstTokenAt: number | undefined;
  private timedOut = false;
  private readonly startedAt = performance.now();
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly stream: ChatStream,
    /** Cancelling it stops model and tools. */
    private readonly work: CallScope,
    private readonly context: RequestContext,
    timeoutMs: number,
    private readonly onDone: (report: ChatReport) => void,
  ) {
    this.timer = setTimeout(() => {
      this.timedOut = true;
      work.cancel();
    }, timeoutMs);
    // However it is read, or not read at all: it does not outlive its request.
    context.onEnd(() => {
      clearTimeout(this.timer);
      work.cancel();
    });
  }

  /** Complete when `chunks` have been read. */
  get outcome(): ChatOutcome {
    return this.stream.outcome();
  }

  /** The assistant's message that these chunks make. */
  message(chunks: readonly ChatChunk[]): Promise<JsonObject> {
    return this.stream.message(chunks);
  }

  /** What ended the chat before its time; complete when `chunks` have been read. */
  get problem(): Problem | undefined {
    return this.failure;
  }

  /** A UI message stream; whatever goes wrong is its last chunk but one, `error` with a `code`. */
  async *chunks(): AsyncGenerator<ChatChunk> {
    try {
      for await (const chunk of this.stream.chunks) {
        if (this.work.cancelled) break;
        if (tokens.test(chunk.type)) this.firstTokenAt ??= performance.now();
        if (chunk.type === 'error') yield this.failed(this.stream.outcome().failure);
        else yield chunk;
      }
      if (this.work.cancelled && this.failure === undefined) yield this.failed(this.interruption());
    } catch (error) {
      yield this.failed(this.context.problemOf(error));
    } finally {
      this.finish();
    }
  }

  private failed(problem = new Problem('internal-error')): ChatChunk {
    this.failure = problem;
    this.context.problem = problem.code;
    return { type: 'error', errorText: `${problem.code}: ${problem.message}`, code: problem.code };
  }

  private interruption(): Problem {
    return this.timedOut
      ? new Problem('timeout')
      : this.context.problemOf(new Problem('client-closed-request'));
  }

  private finish(): void {
    clearTimeout(this.timer);
    this.work.cancel();
    const { firstTokenAt, startedAt } = this;
    const ms = performance.now() - startedAt;
    this.context.upstreamMs += ms;
    this.onDone({
      outcome: this.outcome,
      problem: this.failure,
      ms,
      firstTokenMs: firstTokenAt === undefined ? undefined : firstTokenAt - startedAt,
    });
  }
}
