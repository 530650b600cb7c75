import { memberBytes, type JsonObject } from '../kernel/json/json.js';
import { mayHaveMember, withoutMembers } from '../kernel/json/json-members.js';
import { Reply, StreamReply } from '../platform/http/answers/reply.js';
import type { EventStream } from '../platform/http/answers/event-stream.js';
import type { RequestContext } from '../platform/http/request-context.js';
import type { RpcNotification } from '../mcp/wire/json-rpc.js';
import type { RawResponse } from '../mcp/wire/link.js';
import { ticketIn } from '../upstreams/approvals/approval-problems.js';

/** Carries a prepared call out. */
export type CallRun = (onNotification?: (notification: RpcNotification) => void) => Promise<RawResponse>;

const events: Readonly<Record<string, string>> = {
  'notifications/progress': 'progress',
  'notifications/message': 'message',
};

/** What only servers of 2026-07-28 say about a result. */
const eraMembers = ['resultType', 'ttlMs', 'cacheScope'] as const;

/**
 * The result of an MCP operation, in the same shape whatever era the server speaks: byte by byte as it came, without what one era adds.
 * `raw`: with that, too. That more input is asked for is always said.
 */
export function resultReply(response: RawResponse, isRaw: boolean): Reply {
  return Reply.json(shapeOf(response, isRaw));
}

function shapeOf({ message, resultBytes }: RawResponse, isRaw: boolean): Buffer | JsonObject {
  const result = resultBytes ?? message.result ?? {};
  if (isRaw) return result;
  if (Buffer.isBuffer(result)) {
    if (!eraMembers.some((name) => mayHaveMember(result, name))) return result;
    const type = memberBytes(result, 'resultType')?.toString('latin1').trim();
    return withoutMembers(result, type === '"input_required"' ? eraMembers.slice(1) : eraMembers);
  }
  const left = result['resultType'] === 'input_required' ? eraMembers.slice(1) : eraMembers;
  return Object.fromEntries(
    Object.entries(result).filter(([name]) => !(left as readonly string[]).includes(name)),
  );
}

/** A call as an event stream: `progress` and `message` as they come, at the end one `result`, `approval` or `error`. */
export function streamedCall(run: CallRun, context: RequestContext, isRaw: boolean): StreamReply {
  return new StreamReply((stream) => tellCall(stream, run, context, isRaw));
}

/** The same in a stream that has begun. */
export async function tellCall(
  stream: EventStream,
  run: CallRun,
  context: RequestContext,
  isRaw: boolean,
): Promise<void> {
  try {
    const response = await run(({ method, params = {} }) => {
      const event = events[method];
      if (event !== undefined)
        stream.send(
          event,
          Object.fromEntries(Object.entries(params).filter(([key]) => key !== 'progressToken')),
        );
    });
    const result = shapeOf(response, isRaw);
    if (Buffer.isBuffer(result)) stream.sendJson('result', result);
    else stream.send('result', result);
  } catch (error) {
    const ticket = ticketIn(error);
    if (ticket !== undefined) {
      stream.send('approval', ticket);
      return;
    }
    const problem = context.problemOf(error);
    context.problem = problem.code;
    stream.send('error', context.bodyOf(problem));
    if (problem.code === 'internal-error') throw error;
  }
}
