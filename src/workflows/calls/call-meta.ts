import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import type { Run } from '../runs/run.js';

/** Members of MCP `_meta` that tell a server which step of which run calls it, the same whenever the call is repeated, and how deep in runs that start runs it is. */
const keys = {
  run: 'gantry/workflow-run',
  step: 'gantry/workflow-step',
  depth: 'gantry/workflow-depth',
} as const;

/** `_meta` of a call that a step of a run makes. */
export function metaOfStep({ id, depth }: Pick<Run, 'id' | 'depth'>, stepKey: string): JsonObject {
  return { [keys.run]: id, [keys.step]: stepKey, [keys.depth]: depth };
}

/** `_meta` of the result of a run that was called as a tool. */
export function metaOfResult(runId: string): JsonObject {
  return { [keys.run]: runId };
}

/** The run that makes a call with this `_meta`, if one does. */
export function runOfCall(meta: unknown): string | undefined {
  const run = isJsonObject(meta) ? meta[keys.run] : undefined;
  return typeof run === 'string' && run.length <= 36 ? run : undefined;
}

/** How deep a run is that a call with this `_meta` starts: 1 when no run makes the call. */
export function depthOfCall(meta: unknown): number {
  const depth = isJsonObject(meta) ? meta[keys.depth] : undefined;
  return typeof depth === 'number' && Number.isSafeInteger(depth) && depth > 0 ? depth + 1 : 1;
}
