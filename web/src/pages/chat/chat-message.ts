/** A part of a UI message of the AI SDK, as far as the page knows it; the rest is kept as it came. */
export interface Part {
  readonly type: string;
  readonly text?: string;
  readonly toolCallId?: string;
  readonly toolName?: string;
  readonly state?: string;
  readonly input?: unknown;
  readonly output?: unknown;
  readonly errorText?: string;
  readonly approval?: { readonly id: string; readonly approved?: boolean; readonly signature?: unknown };
  /** Of a text: which one of its step. */
  readonly key?: string;
}

export interface Message {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly parts: readonly Part[];
}

export interface Chunk {
  readonly type: string;
  readonly id?: string;
  readonly delta?: string;
  readonly toolCallId?: string;
  readonly toolName?: string;
  readonly dynamic?: boolean;
  readonly input?: unknown;
  readonly output?: unknown;
  readonly errorText?: string;
  readonly approvalId?: string;
  readonly signature?: unknown;
  readonly code?: string;
}

/** The message after one more chunk of its stream, as `useChat` builds it. Chunks of kinds that are not known change nothing. */
export function withChunk(message: Message, chunk: Chunk): Message {
  if (chunk.type === 'start-step')
    return withParts(message, [...message.parts.map(closed), { type: 'step-start' }]);
  const text = /^(text|reasoning)-(start|delta|end)$/.exec(chunk.type);
  if (text !== null) return withText(message, String(text[1]), String(text[2]), chunk);
  return chunk.type.startsWith('tool-') ? withTool(message, chunk) : message;
}

/** What the gateway is sent: without what the page alone needs. */
export function toSend(messages: readonly Message[]): object[] {
  return messages.map((message) => ({
    ...message,
    parts: message.parts.map(({ key: _key, ...part }) => part),
  }));
}

/** What a person decided about a tool that asked. */
export function withDecision(message: Message, toolCallId: string, approved: boolean): Message {
  return withParts(
    message,
    message.parts.map((part) =>
      part.toolCallId === toolCallId && part.approval !== undefined
        ? { ...part, state: 'approval-responded', approval: { ...part.approval, approved } }
        : part,
    ),
  );
}

export function asksForApproval({ state }: Part): boolean {
  return state === 'approval-requested';
}

export function toolNameOf({ type, toolName }: Part): string {
  return toolName ?? type.replace(/^tool-/, '');
}

function withParts(message: Message, parts: readonly Part[]): Message {
  return { ...message, parts };
}

/** Providers number their texts anew in each step. */
function closed({ key: _key, ...part }: Part): Part {
  return part;
}

function withText(message: Message, kind: string, what: string, { id = '', delta = '' }: Chunk): Message {
  const key = `${kind} ${id}`;
  const { parts } = message;
  const index = what === 'start' ? -1 : parts.findLastIndex((part) => part.key === key);
  if (index < 0)
    return withParts(message, [
      ...parts.map((part) => (part.key === key ? closed(part) : part)),
      { type: kind, text: delta, state: 'streaming', key },
    ]);
  return withParts(
    message,
    parts.map((part, at) => {
      if (at !== index) return part;
      return what === 'end' ? { ...part, state: 'done' } : { ...part, text: (part.text ?? '') + delta };
    }),
  );
}

function withTool(message: Message, chunk: Chunk): Message {
  const { toolCallId = '', toolName = '', dynamic } = chunk;
  const isThere = message.parts.some((part) => part.toolCallId === toolCallId);
  const fresh: Part = {
    ...(dynamic === true ? { type: 'dynamic-tool', toolName } : { type: `tool-${toolName}` }),
    toolCallId,
    state: 'input-streaming',
  };
  const parts = isThere ? message.parts : [...message.parts, fresh];
  return withParts(
    message,
    parts.map((part) => (part.toolCallId === toolCallId ? { ...part, ...changeOf(chunk) } : part)),
  );
}

function changeOf(chunk: Chunk): Partial<Part> {
  const failed = chunk.errorText === undefined ? {} : { errorText: chunk.errorText };
  switch (chunk.type) {
    case 'tool-input-available':
      return { state: 'input-available', input: chunk.input };
    case 'tool-input-error':
      return { state: 'output-error', input: chunk.input, ...failed };
    case 'tool-approval-request':
      return {
        state: 'approval-requested',
        approval: {
          id: chunk.approvalId ?? '',
          ...(chunk.signature === undefined ? {} : { signature: chunk.signature }),
        },
      };
    case 'tool-output-available':
      return { state: 'output-available', output: chunk.output };
    case 'tool-output-error':
      return { state: 'output-error', ...failed };
    case 'tool-output-denied':
      return { state: 'output-denied' };
    default:
      return {};
  }
}
