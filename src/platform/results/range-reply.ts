import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from '../../kernel/problems/problem.js';
import { Reply } from '../http/answers/reply.js';
import { byteRangeIn } from './byte-range.js';

/**
 * JSON that never changes under its id, or the part of it that `Range` asks for, unless `If-Range` means another one (RFC 9110 §13.1.5).
 * Throws `range-not-satisfiable`.
 */
export function rangeReply(
  id: string,
  body: Buffer,
  { range: asked, 'if-range': condition }: IncomingHttpHeaders,
): Reply {
  const etag = `"${id}"`;
  const headers = { etag, 'accept-ranges': 'bytes', 'cache-control': 'private, no-store' };
  const isMeant = condition === undefined || condition === etag;
  const range = isMeant ? byteRangeIn(asked, body.length) : undefined;
  if (range === undefined) return Reply.json(body, 200, headers);
  const length = String(body.length);
  if (range === 'none')
    throw new Problem('range-not-satisfiable', `There are ${length} bytes.`, {
      headers: { 'content-range': `bytes */${length}` },
    });
  const { first, last } = range;
  return Reply.json(body.subarray(first, last + 1), 206, {
    ...headers,
    'content-range': `bytes ${String(first)}-${String(last)}/${length}`,
  });
}
