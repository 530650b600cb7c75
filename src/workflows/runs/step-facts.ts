import type { JsonObject, JsonValue } from '../../kernel/json/json.js';
import type { StepInfo, TaskInfo } from '../interpreter/durable-context.port.js';
import type { RunEventType } from './run-event.js';

/** Longer outputs are not shown in events; the run remembers them all the same. */
const mostShown = 8192;

/** What happened to a step. */
export interface StepEvent {
  readonly type: RunEventType;
  readonly data: JsonObject;
}

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

/** That a step failed; one of which nobody has heard yet began, too. */
export function failureEvents(
  key: string,
  info: TaskInfo & Pick<StepInfo, 'tool'>,
  error: JsonObject,
  hasBegun: boolean,
): StepEvent[] {
  const facts = stepFacts(key, info);
  const failed = { type: 'step.failed', data: { ...facts, error } } as const;
  return hasBegun ? [failed] : [{ type: 'step.started', data: facts }, failed];
}
