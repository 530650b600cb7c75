import { STATUS_CODES } from 'node:http';
import { printJson } from '../../kernel/json/exact-number.js';
import { ForeignJsonTooLarge } from '../../kernel/json/foreign/foreign-json.js';
import { NestsTooDeeply } from '../../kernel/json/foreign/json-printing.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json/json.js';
import { inSlices } from '../../kernel/pacing/slices.js';
import { readingResult, resultText } from '../../mcp/wire/result-value.js';
import { httpFactsIn, type HttpFacts } from '../../upstreams/openapi/http-facts.js';
import { standardType, WorkflowFailure } from './workflow-error.js';

const maxDetail = 2000;
const maxNumber = 40;

/**
 * What a `CallToolResult` is to the next task: what it says. Throws the error that an `isError` result tells of, and one when the value is larger than `maxBytes`.
 */
export async function toolValue(result: JsonObject, maxBytes: number): Promise<JsonValue> {
  const isError = result['isError'] === true;
  try {
    const refuse = isError ? undefined : refuseNumber;
    const { value, bytes } = await inSlices(readingResult(result, { maxBytes, refuse }));
    if (isError)
      throw toolError((bytes === undefined ? resultText(result) : value) as JsonValue, httpFactsIn(result));
    if (bytes === undefined)
      throw failed(
        `The result of the tool has more than ${String(maxBytes)} bytes (WORKFLOW_MAX_RESULT_BYTES).`,
      );
    return value as JsonValue;
  } catch (error) {
    if (error instanceof NestsTooDeeply || error instanceof ForeignJsonTooLarge)
      throw failed(`The result of the tool ${error.message}.`);
    throw error;
  }
}

/** Expressions count with doubles: a number that one of them cannot hold would reach the next tool as another. */
function refuseNumber(source: string): never {
  const shown = source.length > maxNumber ? `${source.slice(0, maxNumber)}…` : source;
  throw failed(
    `The result of the tool has the number ${shown}, which would become another one here; the tool has to give it as a text.`,
  );
}

/** A tool that answers with a problem object says itself what is wrong; of any other the text is the detail, and the status that of HTTP where there is one. */
function toolError(value: JsonValue, http: HttpFacts | undefined): WorkflowFailure {
  const { type, status, title, detail }: JsonObject = isJsonObject(value) ? value : {};
  const code = http?.statusCode;
  return new WorkflowFailure({
    type: typeof type === 'string' ? type : standardType(code === undefined ? 'runtime' : 'communication'),
    status: typeof status === 'number' ? status : (code ?? 500),
    title: typeof title === 'string' ? title : code === undefined ? 'The tool failed' : httpTitle(code),
    detail: cut(typeof detail === 'string' ? detail : typeof value === 'string' ? value : printJson(value)),
  });
}

function httpTitle(status: number): string {
  return STATUS_CODES[status] ?? `HTTP ${String(status)}`;
}

function cut(text: string): string {
  return text.length > maxDetail ? `${text.slice(0, maxDetail)}…` : text;
}

function failed(detail: string): WorkflowFailure {
  return new WorkflowFailure({
    ...{ type: standardType('runtime'), status: 500, title: 'The result of the tool cannot be used', detail },
  });
}
