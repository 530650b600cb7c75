import { Reply, StreamReply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import type { ChatFormat } from './chat-format.js';
import type { ChatChunk } from './chat-message.js';
import type { ChatRun } from './chat-run.js';

/** The answer of a chat in the form that the caller wants. As JSON a failure is a problem; streams that have begun can only tell it. */
export async function chatReply(
  format: ChatFormat,
  run: ChatRun,
  context: RequestContext,
): Promise<Reply | StreamReply> {
  switch (format) {
    case 'stream':
      // Names the protocol to clients of the AI SDK.
      context.setHeader('x-vercel-ai-ui-message-stream', 'v1');
      return eventReply(run);
    case 'text':
      return textReply(run);
    case 'json':
      return jsonReply(run);
  }
}

function eventReply(run: ChatRun): StreamReply {
  return new StreamReply(async (stream) => {
    for await (const chunk of run.chunks()) stream.send(undefined, chunk);
    stream.send(undefined, '[DONE]');
  });
}

function textReply(run: ChatRun): StreamReply {
  return new StreamReply(async (stream) => {
    for await (const chunk of run.chunks()) {
      const text = textOf(chunk);
      if (text !== '') stream.write(text);
    }
  }, 'text/plain');
}

function textOf({ type, delta, errorText, toolCallId }: ChatChunk): string {
  if (type === 'text-delta') return String(delta);
  if (type === 'text-end') return '\n';
  if (type === 'error') return `\n[${String(errorText)}]\n`;
  if (type === 'tool-approval-request')
    return `\n[A tool waits for an approval, which takes a client of the AI SDK: ${String(toolCallId)}]\n`;
  return '';
}

async function jsonReply(run: ChatRun): Promise<Reply> {
  const chunks: ChatChunk[] = [];
  for await (const chunk of run.chunks()) chunks.push(chunk);
  if (run.problem !== undefined) throw run.problem;
  const { finishReason, usage, steps, stepLimitReached } = run.outcome;
  return Reply.json({
    ...{ message: await run.message(chunks), finishReason, usage, steps },
    ...(stepLimitReached ? { stepLimitReached } : {}),
  });
}
