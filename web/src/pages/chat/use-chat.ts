import { useCallback, useEffect, useRef, useState } from 'react';
import { readEvents } from '../../../../src/client/server-sent-events.ts';
import { ApiProblem } from '../../api/api-problem.ts';
import { piecesOf, streamOf } from '../../results/run-tool.ts';
import {
  asksForApproval,
  toSend,
  withChunk,
  withDecision,
  type Chunk,
  type Message,
} from './chat-message.ts';

export interface Chat {
  readonly messages: readonly Message[];
  readonly busy: boolean;
  readonly error: unknown;
  readonly send: (text: string) => void;
  readonly decide: (toolCallId: string, approved: boolean) => void;
  readonly stop: () => void;
  /** Sends the conversation again, after an error. */
  readonly again: () => void;
}

/** A conversation with a model that has the tools of a server. It is kept in the page alone. */
export function useChat(server: string, model: string): Chat {
  const [messages, setMessages] = useState<readonly Message[]>([]);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const ask = useCallback(
    async (conversation: readonly Message[]) => {
      if (running.current !== undefined) return;
      const control = new AbortController();
      running.current = control;
      setBusy(true);
      setError(undefined);
      const last = conversation.at(-1);
      // After an approval the assistant's turn goes on.
      let answer: Message = last?.role === 'assistant' ? last : { id: newId(), role: 'assistant', parts: [] };
      const before = last?.role === 'assistant' ? conversation.slice(0, -1) : conversation;
      try {
        const body = JSON.stringify({ messages: toSend(conversation), ...(model === '' ? {} : { model }) });
        const path = `/api/servers/${encodeURIComponent(server)}/mcp/chat`;
        const response = await streamOf(path, body, control.signal);
        for await (const { data } of readEvents(piecesOf(response))) {
          if (data === '[DONE]') break;
          const chunk = JSON.parse(data) as Chunk;
          if (chunk.type === 'error') throw inStream(chunk);
          answer = withChunk(answer, chunk);
          setMessages([...before, answer]);
        }
      } catch (failure) {
        if (!control.signal.aborted) setError(failure);
      } finally {
        running.current = undefined;
        setBusy(false);
      }
    },
    [server, model],
  );
  const send = (text: string): void => {
    const next = [...messages, { id: newId(), role: 'user' as const, parts: [{ type: 'text', text }] }];
    setMessages(next);
    void ask(next);
  };
  const decide = (toolCallId: string, approved: boolean): void => {
    const next = messages.map((message) => withDecision(message, toolCallId, approved));
    setMessages(next);
    if (!next.some(({ parts }) => parts.some(asksForApproval))) void ask(next);
  };
  return {
    messages,
    busy,
    error,
    send,
    decide,
    stop: () => running.current?.abort(),
    again: () => void ask(messages),
  };
}

/** The text begins with the code, for clients that have nothing else. */
function inStream({ errorText = '', code = 'model-error' }: Chunk): ApiProblem {
  const detail = errorText.startsWith(`${code}: `) ? errorText.slice(code.length + 2) : errorText;
  return ApiProblem.in({ code, status: 0, title: 'The model did not answer', detail });
}

/** `crypto.randomUUID` is for secure pages only; these ids tell messages of one page apart. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
