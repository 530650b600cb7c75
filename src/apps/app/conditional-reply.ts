import { isKnown } from '../../platform/http/answers/etag.js';
import { keptByCaller } from '../../platform/http/answers/kept-by-caller.js';
import { Reply } from '../../platform/http/answers/reply.js';

/** The answer with its ETag, or 304 when the caller has it already (RFC 9110 §13.1.2). */
export function conditionalReply(etag: string, ifNoneMatch: string | undefined, body: () => object): Reply {
  const headers = keptByCaller(etag, 'no-cache');
  return isKnown(etag, ifNoneMatch) ? Reply.notModified(headers) : Reply.json(body(), 200, headers);
}
