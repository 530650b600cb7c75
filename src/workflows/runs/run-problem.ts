import type { JsonObject } from '../../kernel/json/json.js';
import { shownError, type WorkflowError } from '../interpreter/workflow-error.js';

/** The error of a run as a problem object (RFC 9457): `code` is the last part of its type. */
export function runProblem(error: WorkflowError): JsonObject {
  const code = error.type.slice(error.type.lastIndexOf('/') + 1);
  return { ...shownError(error), code: code === '' ? 'runtime' : code };
}
