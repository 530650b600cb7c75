import { Problem } from '../../kernel/problems/problem.js';
import { weightsIn } from '../../platform/http/answers/accept.js';

/** How a chat is answered: the stream of the AI SDK, one JSON object, or text. */
export type ChatFormat = 'stream' | 'json' | 'text';

const formats: Readonly<Record<string, ChatFormat>> = {
  'text/event-stream': 'stream',
  'application/json': 'json',
  'text/plain': 'text',
  'application/*': 'json',
  'text/*': 'stream',
  '*/*': 'stream',
};

/** Chooses by an `Accept` header (RFC 9110 §12.5.1); of those that are equally welcome the first named. Throws `not-acceptable`. */
export function chatFormat(accept: string | undefined): ChatFormat {
  if (accept === undefined || accept.trim() === '') return 'stream';
  let best: { readonly format: ChatFormat; readonly quality: number } | undefined;
  for (const [type, quality] of weightsIn(accept)) {
    const format = formats[type];
    if (format !== undefined && quality > (best?.quality ?? 0)) best = { format, quality };
  }
  if (best === undefined)
    throw new Problem(
      'not-acceptable',
      'A chat is answered as text/event-stream, application/json or text/plain.',
    );
  return best.format;
}
