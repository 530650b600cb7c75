import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json/json.js';
import { httpFactsIn, type HttpFacts } from '../../../upstreams/openapi/http-facts.js';
import type { RequestTask } from '../../definition/workflow-definition.js';
import { toolValue } from '../tool-value.js';
import { WorkflowFailure } from '../workflow-error.js';

/** What the answer to a request is to the next task. Throws the error that it tells of, and one when the value is larger than `maxBytes`. */
export async function httpValue(result: JsonObject, task: RequestTask, maxBytes: number): Promise<JsonValue> {
  const facts = httpFactsIn(result);
  // A tool that is tried answers with what was given for it.
  if (facts === undefined) return toolValue(result, maxBytes);
  const { statusCode, request, headers, isCut } = facts;
  const isSentElsewhere = statusCode >= 300 && statusCode < 400;
  if (result['isError'] === true && !(task.redirect && isSentElsewhere)) return toolValue(result, maxBytes);
  if (isCut)
    throw WorkflowFailure.of(
      'runtime',
      'The answer was longer than MAX_OPENAPI_ANSWER_BYTES, and a part of it is of no use.',
      '',
    );
  const body = bodyOf(result, facts);
  if (task.format === 'raw') return inBase64(body);
  const content = body === undefined ? null : await toolValue({ content: [body] }, maxBytes);
  if (task.format === 'content') return blobIn(body) ?? content;
  return { request, statusCode, headers, content: blobIn(body) ?? content } as unknown as JsonValue;
}

function bodyOf({ content, structuredContent }: JsonObject, { body }: HttpFacts): JsonObject | undefined {
  // What policies show in place of the answer is the answer.
  if (structuredContent !== undefined) return { type: 'text', text: JSON.stringify(structuredContent) };
  const block: unknown = Array.isArray(content) ? content[body] : undefined;
  return isJsonObject(block) ? block : undefined;
}

function blobIn(body: JsonObject | undefined): string | undefined {
  const resource = body?.['resource'];
  return isJsonObject(resource) && typeof resource['blob'] === 'string' ? resource['blob'] : undefined;
}

function inBase64(body: JsonObject | undefined): string | null {
  if (body === undefined) return null;
  const { text } = body;
  return blobIn(body) ?? Buffer.from(typeof text === 'string' ? text : '').toString('base64');
}
