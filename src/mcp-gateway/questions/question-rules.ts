import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import { Problem } from '../../kernel/problems/problem.js';
import { askableCapabilities, undeclared } from '../../mcp/wire/question.js';
import type { ServerOptions } from '../../upstreams/declared/server-definition.js';

/** Whether a server may ask its callers anything. */
export function mayAsk({ questions }: Pick<ServerOptions, 'questions'>): boolean {
  return questions !== 'deny';
}

/** What a server is told that its caller can answer; `undefined` when the caller has said nothing. */
export function declaredTo(
  options: Pick<ServerOptions, 'questions'>,
  capabilities: JsonObject | undefined,
): JsonObject | undefined {
  if (mayAsk(options)) return capabilities;
  const others = Object.entries(capabilities ?? {}).filter(([name]) => !askableCapabilities.includes(name));
  return Object.fromEntries(others);
}

/** Throws `upstream-error` for a server that asks what it was told nobody answers. */
export function requireDeclared(result: JsonObject | undefined, declared: JsonObject): void {
  if (result?.['resultType'] !== 'input_required') return;
  const asked = Object.values(isJsonObject(result['inputRequests']) ? result['inputRequests'] : {});
  for (const question of asked)
    if (
      isJsonObject(question) &&
      undeclared(question as unknown as Parameters<typeof undeclared>[0], declared) !== undefined
    )
      throw new Problem(
        'upstream-error',
        `The server asks what the caller has not said it can answer (${String(question['method'])}).`,
      );
}
