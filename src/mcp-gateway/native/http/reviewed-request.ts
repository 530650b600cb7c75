import type { IncomingHttpHeaders } from 'node:http';
import { printJson } from '../../../kernel/json/exact-number.js';
import { checkModernRequest } from '../../../mcp/server/modern-checks.js';
import { expectsAnswer, type NativeMessage, type NativeRequest } from '../../../mcp/server/native-request.js';

/** What the gate says of a message: `undefined` when it passes unread, else what gives it as the server is to get it. */
type Review = (() => Promise<NativeMessage>) | undefined;

/** A request as its server is to get it; `undefined`: as its bytes came. Throws what `review` does, and refusals of what is no message of its era. */
export function reviewed(
  headers: IncomingHttpHeaders,
  request: NativeRequest,
  review: (message: NativeMessage) => Review,
): Promise<NativeRequest> | undefined {
  const reviews = request.messages.map(review);
  return reviews.every((one) => one === undefined) ? undefined : changed(headers, request, reviews);
}

async function changed(
  headers: IncomingHttpHeaders,
  request: NativeRequest,
  reviews: readonly Review[],
): Promise<NativeRequest> {
  const messages: NativeMessage[] = [];
  for (const [index, message] of request.messages.entries()) {
    // Its bytes are read here, so nobody else says what is wrong with it.
    if (request.era === 'modern' && expectsAnswer(message)) checkModernRequest(message, headers);
    messages.push((await reviews[index]?.()) ?? message);
  }
  if (messages.every((message, index) => message === request.messages[index])) return request;
  const bytes = Buffer.from(printJson(request.isBatch ? messages : messages[0]));
  return { ...request, messages, bytes };
}
