import { isJsonObject, type JsonObject } from '../kernel/json/json.js';
import type { RawResponse } from '../mcp/wire/link.js';

/** Key in `_meta` of a question that names the server of the app that asks. */
const serverKey = 'gantry/server';

/**
 * A response in which the questions of a server say whose they are: an app speaks for all of its servers, and who answers must not take one
 * of them for the app. The message of an elicitation, which a person reads, begins with the name.
 */
export function withNamedQuestions(response: RawResponse, server: string): RawResponse {
  if (!mayAsk(response)) return response;
  const { result } = response.message;
  if (result?.['resultType'] !== 'input_required' || !isJsonObject(result['inputRequests'])) return response;
  const asked = Object.entries(result['inputRequests']).map(([key, question]) => [
    key,
    named(question, server),
  ]);
  const { jsonrpc, id } = response.message;
  return {
    message: { jsonrpc, id, result: { ...result, inputRequests: Object.fromEntries(asked) as JsonObject } },
  };
}

/** Large results are not taken apart but for what the bytes may say: the word, or letters of it escaped. */
function mayAsk({ resultBytes }: RawResponse): boolean {
  const isLarge = resultBytes !== undefined && resultBytes.length > 65_536;
  return !isLarge || resultBytes.includes('input_required') || resultBytes.includes('\\u00');
}

function named(question: unknown, server: string): unknown {
  if (!isJsonObject(question)) return question;
  const params = isJsonObject(question['params']) ? question['params'] : {};
  const { message, _meta } = params;
  const meta = { ...(isJsonObject(_meta) ? _meta : {}), [serverKey]: server };
  const said = question['method'] === 'elicitation/create' && typeof message === 'string';
  return {
    ...question,
    params: { ...params, ...(said ? { message: `${server} asks: ${message}` } : {}), _meta: meta },
  };
}
