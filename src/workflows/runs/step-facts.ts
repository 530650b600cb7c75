import type { JsonObject, JsonValue } from '../../kernel/json.js';
import type { StepInfo, TaskInfo } from '../durable-context.port.js';

/** Longer outputs are not shown in events; the run remembers them all the same. */
const mostShown = 8192;

/** What every event of a step says of it. */
export function stepFacts(key: string, info: TaskInfo & Pick<StepInfo, 'tool'>): JsonObject {
  const { name, kind, tool } = info;
  return { step: key, name, kind, ...(tool === undefined ? {} : { tool }) };
}

/** The output of a step as its event shows it. */
export function stepOutput(output: JsonValue): JsonObject {
  const length = JSON.stringify(output).length;
  return length <= mostShown ? { output } : { outputLength: length };
}
