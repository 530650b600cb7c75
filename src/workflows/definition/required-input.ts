import type { JsonObject, JsonValue } from '../../kernel/json/json.js';
import { Problem } from '../../kernel/problems/problem.js';
import { schemaFaults } from './schema/json-schema.js';

/** Throws `invalid-request`, with a pointer for each fault, for an input that does not match a workflow's schema or is too large. */
export function requireInput(input: JsonValue, schema: JsonObject | undefined, maxBytes: number): void {
  const tooLarge = Buffer.byteLength(JSON.stringify(input)) > maxBytes;
  const faults = tooLarge
    ? [{ pointer: '', detail: `has more than ${String(maxBytes)} bytes (WORKFLOW_MAX_RESULT_BYTES)` }]
    : schema === undefined
      ? []
      : schemaFaults(schema, input);
  if (faults.length > 0)
    throw new Problem('invalid-request', 'The input does not fit the workflow.', {
      errors: faults.map(({ pointer, detail }) => ({ pointer: `/input${pointer}`, detail })),
    });
}
