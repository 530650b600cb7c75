import { readResult } from '../../mcp/wire/message-decoder.js';
import { Injectable } from '@nestjs/common';
import type { CallScope } from '../../kernel/call-scope.js';
import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import type { Caller } from '../../kernel/caller.js';
import { Config } from '../../platform/config/config.js';
import type { RegisteredServer } from '../../upstreams/declared/registered-server.js';
import { McpOperations } from '../mcp-operations.service.js';
import type { ChatMessage, ChatPart } from './chat-message.js';
import type { Attachments } from './chat-request.js';
import { boundedResult, modelContent } from './tool-result.js';

/** Reads resources and prompts of a server and puts them into a conversation, in front of the user's last word. */
@Injectable()
export class ChatAttachments {
  constructor(
    private readonly operations: McpOperations,
    private readonly config: Config,
  ) {}

  /** Throws `resource-not-found`, `prompt-not-found`, `invalid-params` and the problems of the upstream. */
  async attach(
    caller: Caller,
    server: RegisteredServer,
    { resources = [], prompts = [] }: Attachments,
    messages: readonly ChatMessage[],
    scope: CallScope,
  ): Promise<readonly ChatMessage[]> {
    if (resources.length === 0 && prompts.length === 0) return messages;
    const [read, got] = await Promise.all([
      Promise.all(resources.map((uri) => this.operations.read(caller, server, { uri }, scope))),
      Promise.all(prompts.map((prompt) => this.operations.prompt(caller, server, prompt, scope))),
    ]);
    const [resourceResults, promptResults] = await Promise.all(
      [read, got].map((responses) => Promise.all(responses.map(({ message }) => readResult(message)))),
    );
    const attached = [
      ...(promptResults ?? []).flatMap((result) => messagesOf(result).map((one) => this.prompted(one))),
      ...(resourceResults ?? []).map((result): ChatMessage => ({
        id: 'attached',
        role: 'user',
        parts: this.parts(contentsOf(result)),
      })),
    ];
    const last = messages.findLastIndex(({ role }) => role === 'user');
    const at = last < 0 ? messages.length : last;
    return [...messages.slice(0, at), ...attached, ...messages.slice(at)];
  }

  private prompted({ role, content }: JsonObject): ChatMessage {
    return { id: 'prompt', role: role === 'assistant' ? 'assistant' : 'user', parts: this.parts([content]) };
  }

  private parts(blocks: readonly unknown[]): ChatPart[] {
    const { CHAT_MAX_TOOL_RESULT_BYTES, CHAT_MAX_TOOL_TEXT } = this.config.values;
    const bounded = boundedResult({ content: blocks }, CHAT_MAX_TOOL_RESULT_BYTES);
    return modelContent(bounded, CHAT_MAX_TOOL_TEXT).map((content) =>
      content.type === 'text'
        ? content
        : {
            type: 'file',
            mediaType: content.mediaType,
            url: `data:${content.mediaType};base64,${content.data}`,
          },
    );
  }
}

function messagesOf(result: JsonObject | undefined): JsonObject[] {
  const messages: unknown = result?.['messages'];
  return Array.isArray(messages) ? messages.filter(isJsonObject) : [];
}

/** The contents of a resource as content blocks; those that are images as such. */
function contentsOf(result: JsonObject | undefined): unknown[] {
  const contents: unknown = result?.['contents'];
  return (Array.isArray(contents) ? contents.filter(isJsonObject) : []).map((resource) => {
    const { mimeType, blob } = resource;
    return typeof blob === 'string' && String(mimeType).startsWith('image/')
      ? { type: 'image', data: blob, mimeType }
      : { type: 'resource', resource };
  });
}
