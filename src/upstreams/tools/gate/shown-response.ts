import type { RawResponse } from '../../../mcp/wire/link.js';
import type { Showing } from './asked-tool.js';

/** A response with the result that its caller is to see; with the bytes of it that came unless there is something to be shown otherwise. */
export async function shownBy(show: Showing | undefined, response: RawResponse): Promise<RawResponse> {
  if (show === undefined) return response;
  const { message } = response;
  const result = await show(message.result);
  return result === message.result ? response : { message: { ...message, result } };
}
