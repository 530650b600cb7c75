import type { JsonObject, JsonValue } from '../../../kernel/json/json.js';
import { schemaFaults } from '../../definition/schema/json-schema.js';
import type { TaskInput, TaskOutput } from '../../definition/workflow-definition.js';
import { valueOf } from '../evaluation.js';
import type { Frame } from '../frame.js';
import { WorkflowFailure } from '../workflow-error.js';

/** The data of a task or a workflow as it wants them. Throws a `validation` error. */
export async function inputOf({ schema, from }: TaskInput, raw: JsonValue, frame: Frame): Promise<JsonValue> {
  if (schema !== undefined) validate(schema, raw, 'input', frame.key);
  return from === undefined ? raw : valueOf(from, raw, frame, { input: raw });
}

/** What a task or a workflow gives on. Throws a `validation` error. */
export async function outputOf({ schema, as }: TaskOutput, raw: JsonValue, frame: Frame): Promise<JsonValue> {
  const output = as === undefined ? raw : await valueOf(as, raw, frame, { output: raw });
  if (schema !== undefined) validate(schema, output, 'output', frame.key);
  return output;
}

function validate(schema: JsonObject, value: JsonValue, what: string, key: string): void {
  const [fault] = schemaFaults(schema, value);
  if (fault === undefined) return;
  const where = fault.pointer === '' ? what : `${what}${fault.pointer}`;
  throw WorkflowFailure.of('validation', `${where} ${fault.detail}`, key);
}
