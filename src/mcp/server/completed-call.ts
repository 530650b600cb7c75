import type { JsonObject } from '../../kernel/json/json.js';

/** Members that may be missing, and that some servers send as null. */
const optional = ['isError', '_meta'] as const;

/**
 * The result of a tool with the `content` that MCP requires: empty when the server sent none, as the SDKs read it from servers of the 2025
 * revisions. Requests for input and tasks have no content.
 */
export function completedCall(result: JsonObject): JsonObject {
  const { resultType = 'complete', content } = result;
  if (resultType !== 'complete' || result['task'] !== undefined) return result;
  const isNull = optional.some((name) => result[name] === null);
  if (content !== undefined && content !== null && !isNull) return result;
  const given = Object.entries(result).filter(
    ([name, value]) => value !== null || !optional.some((one) => one === name),
  );
  return { ...Object.fromEntries(given), content: content ?? [] };
}
