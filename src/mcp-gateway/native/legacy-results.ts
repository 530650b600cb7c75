import { printJson } from '../../kernel/json/exact-number.js';
import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import { completedCall } from '../../mcp/server/modern-results.js';

/** A result that the gateway answers with, as the 2025 revisions define it: 2026-07-28 allows more in tools and in their results. */
export function legacyResult(result: JsonObject, method: string): JsonObject {
  if (method === 'tools/call') return withObjectContent(completedCall(result));
  const { tools } = result;
  if (method !== 'tools/list' || !Array.isArray(tools)) return result;
  return { ...result, tools: tools.map(withObjectOutput) };
}

/** Without an output schema that allows other results than objects. */
function withObjectOutput(tool: unknown): unknown {
  if (!isJsonObject(tool) || tool['outputSchema'] === undefined) return tool;
  const { outputSchema, ...others } = tool;
  return isJsonObject(outputSchema) && outputSchema['type'] === 'object' ? tool : others;
}

/** Structured content that is no object becomes text, unless there is content for people already. */
function withObjectContent(result: JsonObject): JsonObject {
  const { structuredContent, ...others } = result;
  if (structuredContent === undefined || isJsonObject(structuredContent)) return result;
  const { content } = others;
  if (structuredContent === null || !Array.isArray(content) || content.length > 0) return others;
  return { ...others, content: [{ type: 'text', text: printJson(structuredContent) }] };
}
