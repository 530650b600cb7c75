import { randomUUID } from 'node:crypto';
import { isSameValue, printJson } from '../../../kernel/json/exact-number.js';
import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import type { NativeMessage, NativeRequest } from '../../../mcp/server/native-request.js';
import { isEventStream } from '../../../mcp/wire/event-stream-parser.js';
import { LinkFailure } from '../../../mcp/wire/link-failure.js';
import type { RpcId } from '../../../mcp/server/rpc-reply.js';
import { mayHavePages, nextPageOf, startedList, wholeList, type ListBounds } from '../whole-list.js';
import type { Relayed } from './http-relay.js';
import { messagesIn } from './server-answer.js';

/** Whether the answer to a request is the first page of a list, to which the gateway adds the others. */
export function asksForList({ messages, isBatch }: NativeRequest): boolean {
  const [message] = messages;
  return !isBatch && message !== undefined && startedList(message) !== undefined;
}

/** An answer with all pages of the list that it begins; the same when there is one page. */
export async function withAllPages(
  relayed: Relayed,
  sent: NativeRequest,
  bounds: ListBounds,
  ask: (request: NativeRequest) => Promise<Relayed>,
): Promise<Relayed> {
  const [message] = sent.messages;
  const kind = message === undefined ? undefined : startedList(message);
  if (message === undefined || kind === undefined || !asksForList(sent)) return relayed;
  if (relayed.status !== 200 || !mayHavePages(relayed.body)) return relayed;
  const messages = readable(relayed);
  const answer = answerIn(messages, message.id);
  if (answer === undefined) return relayed;
  const first = { result: answer.result, bytes: relayed.body.length };
  const result = await wholeList(kind, first, sent.era === 'modern', bounds, async (cursor) => {
    const next: NativeMessage = { ...nextPageOf(message, cursor), id: `gantry-${randomUUID()}` };
    const page = await ask({ ...sent, messages: [next], bytes: Buffer.from(printJson(next)) });
    const found = page.status === 200 ? answerIn(readable(page), next.id) : undefined;
    if (found === undefined) throw new LinkFailure('bad-answer', 'the server did not send the page');
    return { result: found.result, bytes: page.body.length };
  });
  const all = messages.map((one) => (one === answer.message ? { ...one, result } : one));
  const body = isEventStream(relayed.headers)
    ? all.map((one) => `event: message\ndata: ${printJson(one)}\n\n`).join('')
    : printJson(all[0]);
  return { ...relayed, body: Buffer.from(body) };
}

/** None of what is no JSON, which passes as it came. */
function readable(relayed: Relayed): JsonObject[] {
  try {
    return messagesIn(relayed);
  } catch {
    return [];
  }
}

function answerIn(
  messages: readonly JsonObject[],
  id: RpcId | undefined,
): { readonly message: JsonObject; readonly result: JsonObject } | undefined {
  for (const message of messages) {
    const { result } = message;
    if (isSameValue(message['id'], id) && isJsonObject(result)) return { message, result };
  }
  return undefined;
}
