import { isJsonObject, nestsDeeperThan, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { standardType, WorkflowFailure } from '../workflow-error.js';

const maxDepth = 100;
const maxDetail = 2000;

/**
 * What a `CallToolResult` is to the next task: `structuredContent`, else the text parsed as JSON if it is JSON, else the text, else the
 * content blocks. Throws the error that an `isError` result tells of, and one when the value is larger than `maxBytes`.
 */
export function toolValue(result: JsonObject, maxBytes: number): JsonValue {
  const { value, bytes } = read(result, maxBytes);
  if (result['isError'] === true) throw toolError(value);
  if (bytes > maxBytes)
    throw failed(
      `The result of the tool has more than ${String(maxBytes)} bytes (WORKFLOW_MAX_RESULT_BYTES).`,
    );
  if (nestsDeeperThan(value, maxDepth))
    throw failed(`The result of the tool nests deeper than ${String(maxDepth)} levels.`);
  return value;
}

function read(
  { structuredContent, content }: JsonObject,
  maxBytes: number,
): { value: JsonValue; bytes: number } {
  if (structuredContent !== undefined) return measured(structuredContent as JsonValue);
  const blocks = Array.isArray(content) ? (content as unknown[]) : [];
  const texts = blocks.flatMap((block) =>
    isJsonObject(block) && typeof block['text'] === 'string' ? [block['text']] : [],
  );
  if (texts.length === 0) return measured(blocks as JsonValue);
  const text = texts.join('\n');
  const bytes = Buffer.byteLength(text);
  return { value: bytes > maxBytes ? text : parsed(text), bytes };
}

function measured(value: JsonValue): { value: JsonValue; bytes: number } {
  return { value, bytes: Buffer.byteLength(JSON.stringify(value)) };
}

function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}

/** A tool that answers with a problem object says itself what is wrong; of any other the text is the detail. */
function toolError(value: JsonValue): WorkflowFailure {
  const { type, status, title, detail }: JsonObject = isJsonObject(value) ? value : {};
  return new WorkflowFailure({
    type: typeof type === 'string' ? type : standardType('runtime'),
    status: typeof status === 'number' ? status : 500,
    title: typeof title === 'string' ? title : 'The tool failed',
    detail: cut(
      typeof detail === 'string' ? detail : typeof value === 'string' ? value : JSON.stringify(value),
    ),
  });
}

function cut(text: string): string {
  return text.length > maxDetail ? `${text.slice(0, maxDetail)}…` : text;
}

function failed(detail: string): WorkflowFailure {
  return new WorkflowFailure({
    ...{ type: standardType('runtime'), status: 500, title: 'The result of the tool cannot be used', detail },
  });
}
