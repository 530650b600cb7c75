import type { JsonObject } from '../../kernel/json.js';
import { askableCapabilities } from '../../upstreams/questions/question.js';
import type { ServerOptions } from '../../upstreams/server-definition.js';

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
