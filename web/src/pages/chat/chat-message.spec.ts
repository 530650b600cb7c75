import { describe, expect, it } from 'vitest';
import { toSend, withChunk, withDecision, type Chunk, type Message } from './chat-message.ts';

const empty: Message = { id: 'm', role: 'assistant', parts: [] };
const after = (...chunks: readonly Chunk[]): Message => chunks.reduce(withChunk, empty);

describe('The message of a model', () => {
  it('grows text by text, also when a provider numbers them anew in each step', () => {
    const text = (id: string, ...words: string[]): Chunk[] => [
      { type: 'text-start', id },
      ...words.map((delta) => ({ type: 'text-delta', id, delta })),
      { type: 'text-end', id },
    ];
    const message = after(
      { type: 'start-step' },
      ...text('0', 'a', 'b'),
      { type: 'start-step' },
      ...text('0', 'c'),
    );
    expect(message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))).toEqual(['ab', 'c']);
    expect(JSON.stringify(toSend([message]))).not.toContain('key');
  });

  it('holds a tool from its call to its result', () => {
    const call = { toolCallId: 't', toolName: 'search', dynamic: true };
    const asked = after(
      { type: 'tool-input-start', ...call },
      { type: 'tool-input-available', ...call, input: { q: 1 } },
      { type: 'tool-approval-request', approvalId: 'a', toolCallId: 't', signature: 's' },
    );
    expect(asked.parts).toMatchObject([
      { type: 'dynamic-tool', state: 'approval-requested', approval: { id: 'a' } },
    ]);
    const decided = withDecision(asked, 't', true);
    expect(decided.parts).toMatchObject([
      { state: 'approval-responded', approval: { id: 'a', approved: true, signature: 's' }, input: { q: 1 } },
    ]);
    const done = withChunk(decided, { type: 'tool-output-available', toolCallId: 't', output: 5 });
    expect(done.parts).toMatchObject([{ state: 'output-available', output: 5 }]);
  });

  it('is not changed by what is not known', () => {
    expect(after({ type: 'data-x' }, { type: 'finish' })).toEqual(empty);
  });
});
