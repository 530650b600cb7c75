import type { ReadableStreamDefaultController, UnderlyingSource } from 'node:stream/web';
import type { LanguageModelMiddleware } from 'ai';
import { Problem } from '../../kernel/problems/problem.js';
import { modelFailure } from './models/ai-model-failure.adapter.js';
import type { ProviderModel } from './models/ai-model.adapter.js';
import { withAliases } from './ai-tool-names.adapter.js';
import type { ToolAliases } from './tool-aliases.js';

type ModelStream = Awaited<ReturnType<ProviderModel['doStream']>>['stream'];
type ModelPart = ModelStream extends ReadableStream<infer Part> ? Part : never;

/** How one turn may ask its model. */
export interface GuardOptions {
  readonly aliases: ToolAliases;
  readonly silenceMs: number;
  readonly signal: AbortSignal;
}

/**
 * Stands between the library and the model. The end of a stream is an end: what breaks off, falls silent or says no reason for ending is an
 * error, all errors are problems, and there is one at most; tools that a broken stream has asked for do not run. The model is told aliases
 * where the names of tools are none that its provider takes; everybody else sees the names.
 */
export function guarded({ aliases, silenceMs, signal }: GuardOptions): LanguageModelMiddleware {
  return {
    specificationVersion: 'v3',
    wrapStream: async ({ model, params }) => {
      const silence = new Silence(silenceMs);
      const told = (error: unknown): unknown => {
        if (signal.aborted) return error;
        return silence.tooLong
          ? new Problem('timeout', 'The model said nothing for too long.')
          : modelFailure(error);
      };
      const abortSignal = AbortSignal.any([signal, silence.signal]);
      try {
        const { stream, ...rest } = await model.doStream({ ...withAliases(params, aliases), abortSignal });
        return { ...rest, stream: new ReadableStream(new GuardedSource(stream, aliases, silence, told)) };
      } catch (error) {
        silence.end();
        throw told(error);
      }
    },
  };
}

/** Breaks the connection to a model that says nothing for too long. */
class Silence {
  private readonly breaker = new AbortController();
  private readonly timer: NodeJS.Timeout;

  constructor(ms: number) {
    this.timer = setTimeout(() => {
      this.breaker.abort();
    }, ms);
  }

  get signal(): AbortSignal {
    return this.breaker.signal;
  }

  get tooLong(): boolean {
    return this.breaker.signal.aborted;
  }

  heard(): void {
    this.timer.refresh();
  }

  end(): void {
    clearTimeout(this.timer);
  }
}

class GuardedSource implements UnderlyingSource<ModelPart> {
  private readonly reader;
  private failed = false;
  private finished = false;

  constructor(
    stream: ModelStream,
    private readonly aliases: ToolAliases,
    private readonly silence: Silence,
    private readonly told: (error: unknown) => unknown,
  ) {
    this.reader = stream.getReader();
  }

  /** Goes on until there is a part to give: a source that gives none is not asked again. */
  async pull(controller: ReadableStreamDefaultController<ModelPart>): Promise<void> {
    try {
      for (let given = false; !given;) {
        const { done, value } = await this.reader.read();
        this.silence.heard();
        given = done ? this.end(controller) : this.pass(controller, value);
      }
    } catch (error) {
      this.silence.end();
      this.fail(controller, error);
      controller.close();
    }
  }

  cancel(reason: unknown): Promise<void> {
    this.silence.end();
    return this.reader.cancel(reason);
  }

  private end(controller: ReadableStreamDefaultController<ModelPart>): true {
    this.silence.end();
    if (!this.finished) this.fail(controller, brokenOff);
    controller.close();
    return true;
  }

  /** Whether there was something to pass on. */
  private pass(controller: ReadableStreamDefaultController<ModelPart>, part: ModelPart): boolean {
    switch (part.type) {
      case 'error':
        return this.fail(controller, part.error);
      case 'finish': {
        this.finished = true;
        const { unified, raw } = part.finishReason;
        if (unified === 'error' || (unified === 'other' && raw === undefined))
          this.fail(controller, brokenOff);
        controller.enqueue(this.failed ? { ...part, finishReason: { unified: 'error', raw } } : part);
        break;
      }
      case 'tool-input-start':
      case 'tool-call':
        controller.enqueue({ ...part, toolName: this.aliases.nameOf(part.toolName) });
        break;
      default:
        controller.enqueue(part);
    }
    return true;
  }

  /** Whether it is the first failure, which is the one that is told. */
  private fail(controller: ReadableStreamDefaultController<ModelPart>, error: unknown): boolean {
    const isFirst = !this.failed;
    if (isFirst) controller.enqueue({ type: 'error', error: this.told(error) });
    this.failed = true;
    return isFirst;
  }
}

const brokenOff = new Problem('model-error', 'The model broke off before its answer was complete.');
