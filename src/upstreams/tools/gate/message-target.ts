import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';

/** A message of MCP, as far as the gate looks at it. */
export interface GatedMessage {
  readonly method?: string | undefined;
  readonly params?: JsonObject | undefined;
}

/** What a request is about. */
export function namedIn({ name, uri }: JsonObject): string | undefined {
  return typeof name === 'string' ? name : typeof uri === 'string' ? uri : undefined;
}

/** The prompt that a message is about. */
export function promptIn({ method, params }: GatedMessage): string | undefined {
  const ref = params?.['ref'];
  const isReferred = method === 'completion/complete' && isJsonObject(ref) && ref['type'] === 'ref/prompt';
  const name = method === 'prompts/get' ? params?.['name'] : isReferred ? ref['name'] : undefined;
  return typeof name === 'string' ? name : undefined;
}
