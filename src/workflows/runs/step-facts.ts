import type { JsonObject, JsonValue } from '../../kernel/json/json.js';
import { redactKept } from '../../kernel/text/secret-patterns.js';
import type { StepInfo, TaskInfo } from '../interpreter/durable-context.port.js';
import type { RunEventType } from './run-event.js';

/** Longer arguments and outputs are not shown in events; the run remembers them all the same. */
const mostShown = 8192;

/** What happened to a step. */
export interface StepEvent {
  readonly type: RunEventType;
  readonly data: JsonObject;
}

type StepFacts = TaskInfo & Pick<StepInfo, 'tool' | 'arguments'>;

/** What every event of a step says of it. */
export function stepFacts(key: string, info: StepFacts): JsonObject {
  const { name, kind, tool } = info;
  return { step: key, name, kind, ...(tool === undefined ? {} : { tool }) };
}

/** What the event says by which a step begins: of a call also its arguments, without what looks like a secret. */
export function begunFacts(key: string, info: StepFacts): JsonObject {
  const { arguments: args } = info;
  return { ...stepFacts(key, info), ...(args === undefined ? {} : stepArguments(args)) };
}

function stepArguments(args: JsonObject): JsonObject {
  const length = JSON.stringify(args).length;
  return length <= mostShown ? { arguments: redactKept(args) } : { argumentsLength: length };
}

/** The output of a step as its event shows it. */
export function stepOutput(output: JsonValue): JsonObject {
  const length = JSON.stringify(output).length;
  return length <= mostShown ? { output } : { outputLength: length };
}

/** That a step failed; one of which nobody has heard yet began, too. */
export function failureEvents(
  key: string,
  info: StepFacts,
  error: JsonObject,
  hasBegun: boolean,
): StepEvent[] {
  const facts = stepFacts(key, info);
  const failed = { type: 'step.failed', data: { ...facts, error } } as const;
  return hasBegun ? [failed] : [{ type: 'step.started', data: begunFacts(key, info) }, failed];
}
