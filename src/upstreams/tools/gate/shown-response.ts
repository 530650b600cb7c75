import { readResult } from '../../../mcp/wire/message-decoder.js';
import type { RawResponse } from '../../../mcp/wire/link.js';
import { isJsonObject } from '../../../kernel/json/json.js';
import { seekingMemberTwice } from '../../../kernel/json/member-twice.js';
import { begunInSlices } from '../../../kernel/pacing/slices.js';
import { Problem } from '../../../kernel/problems/problem.js';
import type { RpcError } from '../../../mcp/wire/json-rpc.js';
import type { Showing } from './asked-tool.js';

/** A response with the result that its caller is to see; with the bytes of it that came unless there is something to be shown otherwise. */
export async function shownBy(show: Showing | undefined, response: RawResponse): Promise<RawResponse> {
  if (show === undefined) return response;
  const { message } = response;
  const result = await show(await readResult(message));
  if (result !== message.result) return { message: { ...message, result } };
  await requireOneReading(response.resultBytes, result);
  return response;
}

/** Bytes may pass when what was read of them has been judged, and nobody reads them otherwise. Throws `upstream-error`. */
export async function requireOneReading(json: Buffer | undefined, judged: unknown): Promise<void> {
  if (json === undefined || !(await begunInSlices(seekingMemberTwice(json, judged)))) return;
  throw new Problem(
    'upstream-error',
    'The server answered with an object that has a member twice; policies cannot judge that.',
  );
}

/** An error as its caller is to see it: it is shown as the result of a tool that failed is, `data` as its structured content. */
export async function errorShownBy(show: Showing, error: RpcError): Promise<RpcError> {
  const { code, message, data } = error;
  const result = {
    content: [{ type: 'text', text: message }],
    ...(data === undefined ? {} : { structuredContent: { data } }),
    isError: true,
  };
  const shown = await show(result);
  if (shown === result) return error;
  const { content, structuredContent } = shown;
  const [first] = Array.isArray(content) ? (content as unknown[]) : [];
  const left = isJsonObject(structuredContent) ? structuredContent['data'] : undefined;
  return {
    code,
    message: isJsonObject(first) && typeof first['text'] === 'string' ? first['text'] : 'The tool failed.',
    ...(left === undefined ? {} : { data: left }),
  };
}
