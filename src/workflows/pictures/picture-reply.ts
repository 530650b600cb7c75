import { Reply } from '../../platform/http/answers/reply.js';

/** A picture is text that another program draws. */
export function pictureReply(text: string): Reply {
  return new Reply(200, text, { 'content-type': 'text/plain; charset=utf-8' });
}
