import type { LanguageModelMiddleware } from 'ai';
import { withDeadline } from '../../kernel/deadline.js';
import { Problem } from '../../kernel/problem.js';
import { modelFailure } from './ai-model-failure.adapter.js';
import type { ProviderModel } from './ai-model.adapter.js';

type ModelStream = Awaited<ReturnType<ProviderModel['doStream']>>['stream'];
type ModelPart = ModelStream extends ReadableStream<infer Part> ? Part : never;

/**
 * Makes sure that the end of a model's stream is an end: what breaks off, falls silent or says no reason for ending is an error, all
 * errors are problems, and there is one at most. Tools that a broken stream has asked for do not run.
 */
export function guarded(silenceMs: number, signal: AbortSignal): LanguageModelMiddleware {
  return {
    specificationVersion: 'v3',
    wrapStream: async ({ model, params }) => {
      const silenced = new AbortController();
      const audible = <T>(work: Promise<T>): Promise<T> =>
        withDeadline(work, silenceMs, () => {
          silenced.abort();
          return new Problem('timeout', `The model said nothing for ${String(silenceMs)} ms.`);
        });
      const told = (error: unknown): unknown => (signal.aborted ? error : modelFailure(error));
      try {
        const { stream, ...rest } = await audible(
          Promise.resolve(
            model.doStream({ ...params, abortSignal: AbortSignal.any([signal, silenced.signal]) }),
          ),
        );
        return { ...rest, stream: guardedStream(stream, audible, told) };
      } catch (error) {
        throw told(error);
      }
    },
  };
}

function guardedStream(
  stream: ModelStream,
  audible: <T>(work: Promise<T>) => Promise<T>,
  told: (error: unknown) => unknown,
): ModelStream {
  const reader = stream.getReader();
  let failed = false;
  let finished = false;
  const fail = (controller: ReadableStreamDefaultController<ModelPart>, error: unknown): void => {
    if (!failed) controller.enqueue({ type: 'error', error: told(error) });
    failed = true;
  };
  return new ReadableStream<ModelPart>({
    async pull(controller) {
      try {
        const { done, value } = await audible(reader.read());
        if (done) {
          if (!finished) fail(controller, brokenOff);
          controller.close();
        } else if (value.type === 'error') {
          fail(controller, value.error);
        } else if (value.type === 'finish') {
          finished = true;
          const { unified, raw } = value.finishReason;
          if (unified === 'error' || (unified === 'other' && raw === undefined)) fail(controller, brokenOff);
          controller.enqueue(failed ? { ...value, finishReason: { unified: 'error', raw } } : value);
        } else {
          controller.enqueue(value);
        }
      } catch (error) {
        fail(controller, error);
        controller.close();
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

const brokenOff = new Problem('model-error', 'The model broke off before its answer was complete.');
