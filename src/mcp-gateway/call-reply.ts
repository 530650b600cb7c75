import { Reply, StreamReply } from '../platform/http/reply.js';
import type { RequestContext } from '../platform/http/request-context.js';
import type { RpcNotification } from '../upstreams/links/json-rpc.js';
import type { RawResponse } from '../upstreams/links/link.js';

type Run = (onNotification?: (notification: RpcNotification) => void) => Promise<RawResponse>;

const events: Readonly<Record<string, string>> = {
  'notifications/progress': 'progress',
  'notifications/message': 'message',
};

/** The result of an MCP operation as it came: large ones by their bytes. */
export function resultReply({ message, resultBytes }: RawResponse): Reply {
  return Reply.json(resultBytes ?? message.result ?? {});
}

/** A call as an event stream: `progress` and `message` as they come, at the end one `result` or `error`. */
export function streamedCall(run: Run, context: RequestContext): StreamReply {
  return new StreamReply(async (stream) => {
    try {
      const { message, resultBytes } = await run(({ method, params = {} }) => {
        const event = events[method];
        if (event !== undefined)
          stream.send(
            event,
            Object.fromEntries(Object.entries(params).filter(([key]) => key !== 'progressToken')),
          );
      });
      stream.send('result', resultBytes === undefined ? (message.result ?? {}) : onOneLine(resultBytes));
    } catch (error) {
      const problem = context.problemOf(error);
      context.problem = problem.code;
      stream.send('error', problem.toBody(context.path, context.requestId));
      if (problem.code === 'internal-error') throw error;
    }
  });
}

/** JSON as the data of one event: its line breaks stand between tokens, never in strings. */
function onOneLine(json: Buffer): string {
  return json.toString('utf8').replaceAll(/[\r\n]/g, ' ');
}
