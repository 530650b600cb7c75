import * as sdk6 from 'ai';
import type { UIMessage, UIMessageChunk } from 'ai';
import type { GatewayClient, Json } from './gateway-client.js';

/** What came of one turn: the message as `useChat` would hold it, the chunks it was made of, and how it ended. */
export interface Turn {
  readonly message: UIMessage;
  readonly chunks: readonly UIMessageChunk[];
  /** Text of the `error` chunk. */
  readonly error: string | undefined;
}

/** What `useChat` is made of. */
export type ChatSdk = Pick<typeof sdk6, 'DefaultChatTransport' | 'readUIMessageStream'>;

/** The transport and the reader of the AI SDK, put together as `useChat` does it. */
export class ChatClient {
  constructor(
    private readonly gateway: GatewayClient,
    private readonly server: string,
    private readonly body: Json = {},
    private readonly sdk: ChatSdk = sdk6,
  ) {}

  /** The chunks as they come. Rejects with the body of a problem. */
  open(messages: UIMessage[], abortSignal?: AbortSignal): Promise<ReadableStream<UIMessageChunk>> {
    const transport = new this.sdk.DefaultChatTransport({
      api: `${this.gateway.url}/api/servers/${this.server}/mcp/chat`,
      headers: { authorization: `Bearer ${this.gateway.token}` },
      body: this.body,
    });
    return transport.sendMessages({
      ...{ chatId: 'chat-1', trigger: 'submit-message', messageId: undefined },
      messages,
      abortSignal,
    });
  }

  async turn(messages: UIMessage[]): Promise<Turn> {
    const [kept, read] = (await this.open(messages)).tee();
    const chunks: UIMessageChunk[] = [];
    const keeping = (async () => {
      for await (const chunk of kept as unknown as AsyncIterable<UIMessageChunk>) chunks.push(chunk);
    })();
    const last = messages.at(-1);
    let message = user('');
    for await (const state of this.sdk.readUIMessageStream({
      stream: read,
      ...(last?.role === 'assistant' ? { message: structuredClone(last) } : {}),
      onError: () => undefined,
    }))
      message = state;
    await keeping;
    const error = chunks.find((chunk) => chunk.type === 'error')?.errorText;
    return { message, chunks, error };
  }
}

export function user(text: string): UIMessage {
  return { id: `user-${text}`, role: 'user', parts: [{ type: 'text', text }] };
}

/** A tool part of any kind with what tests look at. */
export interface ToolPart {
  readonly type: string;
  readonly toolName?: string;
  readonly toolCallId: string;
  readonly state: string;
  readonly input: unknown;
  readonly output?: Json;
  readonly errorText?: string;
  readonly approval?: { readonly id: string };
}

export function toolParts({ parts }: UIMessage): ToolPart[] {
  return parts.filter((part) => 'toolCallId' in part) as unknown as ToolPart[];
}

export function textOf({ parts }: UIMessage): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/** The message with the user's answer to every question in it, as `addToolApprovalResponse` leaves it. */
export function answered(message: UIMessage, approved: boolean, reason?: string): UIMessage {
  const parts = message.parts.map((part) => {
    if (!('state' in part) || part.state !== 'approval-requested') return part;
    const approval = { ...part.approval, approved, ...(reason === undefined ? {} : { reason }) };
    return { ...part, state: 'approval-responded', approval };
  });
  return { ...message, parts: parts as UIMessage['parts'] };
}
