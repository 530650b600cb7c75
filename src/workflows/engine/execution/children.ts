import { isJsonObject, type JsonValue } from '../../../kernel/json/json.js';
import type { ChildRun } from '../../interpreter/durable-context.port.js';
import { WorkAborted } from '../run-stopped.js';
import type { Execution } from './execution.js';

/** Begins a child, whose id is the answer. The run itself is on disk by then, with all that came before. */
export async function childBegun(
  execution: Execution,
  signal: AbortSignal,
  { begin }: ChildRun,
): Promise<string> {
  execution.record([]);
  await execution.flushed();
  signal.throwIfAborted();
  return execution.around.throughOutages(begin);
}

/** What a child comes to. Throws what the child fails with, and when its time is over. */
export async function childOutput(
  execution: Execution,
  signal: AbortSignal,
  runId: string,
  { deadline, output, cancel }: ChildRun,
): Promise<JsonValue> {
  for (;;) {
    const pause = execution.pause(deadline?.instant, signal);
    try {
      const found = await execution.around.throughOutages(() => output(runId));
      signal.throwIfAborted();
      if (found !== undefined) return found.value;
      if ((await execution.rest(pause)) === 'signal' || deadline === undefined) continue;
    } finally {
      execution.leave(pause);
    }
    await cancel(runId);
    throw deadline.over();
  }
}

/** The run that a step has begun in this attempt; those of earlier ones are over. */
export function childIn(noted: JsonValue | undefined, attempt: number): string | undefined {
  if (!isJsonObject(noted) || noted['attempt'] !== attempt) return undefined;
  return noted['run'] as string;
}

/** Whether nobody waits for a child any more whose parent goes on. */
export function isUnwanted(reason: unknown): boolean {
  return reason instanceof WorkAborted && reason.why === 'branch-ended';
}
