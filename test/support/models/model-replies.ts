import type { ServerResponse } from 'node:http';

type StopReason = 'stop' | 'tool_calls' | 'length';

/** An answer of a model in the making. */
export interface ModelReply {
  readonly res: ServerResponse;
  text(piece: string, written?: () => void): void;
  /** `args` is the JSON text of the arguments; it goes in two pieces. */
  toolCall(id: string, name: string, args: string): void;
  /** An error inside the stream. */
  error(error: unknown): void;
  end(reason: StopReason): void;
}

/** Chat Completions of OpenAI, streaming. */
export class OpenAiReply implements ModelReply {
  private calls = 0;

  constructor(readonly res: ServerResponse) {}

  text(content: string, written?: () => void): void {
    this.chunk(
      { choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }] },
      written,
    );
  }

  toolCall(id: string, name: string, args: string): void {
    const index = this.calls++;
    const half = Math.ceil(args.length / 2);
    this.delta({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] });
    for (const piece of [args.slice(0, half), args.slice(half)])
      this.delta({ tool_calls: [{ index, function: { arguments: piece } }] });
  }

  error(error: unknown): void {
    this.chunk({ error });
    this.res.end('data: [DONE]\n\n');
  }

  end(reason: StopReason): void {
    this.chunk({ choices: [{ index: 0, delta: {}, finish_reason: reason }] });
    this.chunk({ choices: [], usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } });
    this.res.end('data: [DONE]\n\n');
  }

  private delta(delta: object): void {
    this.chunk({ choices: [{ index: 0, delta, finish_reason: null }] });
  }

  private chunk(members: object, written?: () => void): void {
    if (!this.res.headersSent) this.res.writeHead(200, { 'content-type': 'text/event-stream' });
    const chunk = { id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'tiny', ...members };
    this.res.write(`data: ${JSON.stringify(chunk)}\n\n`, written);
  }
}

/** Messages of Anthropic, streaming. */
export class AnthropicReply implements ModelReply {
  private blocks = 0;

  constructor(readonly res: ServerResponse) {}

  text(text: string, written?: () => void): void {
    this.block({ type: 'text', text: '' }, [{ type: 'text_delta', text }], written);
  }

  toolCall(id: string, name: string, args: string): void {
    const half = Math.ceil(args.length / 2);
    const deltas = [args.slice(0, half), args.slice(half)].map((piece) => ({
      type: 'input_json_delta',
      partial_json: piece,
    }));
    this.block({ type: 'tool_use', id, name, input: {} }, deltas);
  }

  error(error: unknown): void {
    this.event('error', { error });
    this.res.end();
  }

  end(reason: StopReason): void {
    const stop = { stop: 'end_turn', tool_calls: 'tool_use', length: 'max_tokens' }[reason];
    this.event('message_delta', {
      delta: { stop_reason: stop, stop_sequence: null },
      usage: { output_tokens: 5 },
    });
    this.event('message_stop', {});
    this.res.end();
  }

  private block(content_block: object, deltas: readonly object[], written?: () => void): void {
    const index = this.blocks++;
    this.event('content_block_start', { index, content_block });
    for (const delta of deltas) this.event('content_block_delta', { index, delta });
    this.event('content_block_stop', { index }, written);
  }

  private event(type: string, members: object, written?: () => void): void {
    if (!this.res.headersSent) {
      this.res.writeHead(200, { 'content-type': 'text/event-stream' });
      const usage = { input_tokens: 10, output_tokens: 1 };
      const start = { id: 'm1', type: 'message', role: 'assistant', model: 'tiny', content: [], usage };
      const message = { ...start, stop_reason: null, stop_sequence: null };
      this.res.write(`event: message_start\ndata: ${JSON.stringify({ type: 'message_start', message })}\n\n`);
    }
    this.res.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`, written);
  }
}
