import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiParam, ApiTags } from '../../platform/openapi/api-description.js';
import { z } from 'zod';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import { EventStreams } from '../../platform/http/answers/event-streams.js';
import type { ClientCall } from '../../platform/http/client-call.js';
import { Client } from '../../platform/http/client.decorator.js';
import type { Reply, StreamReply } from '../../platform/http/answers/reply.js';
import { callAccess, serverParameter, upstreamProblems } from '../operation-terms.dto.js';
import { chatFormat } from './chat-format.js';
import { chatReply } from './chat-reply.js';
import { ChatAnswer, ChatRequest } from './chat.dto.js';
import { Chats } from './chats.service.js';

@ApiTags('servers')
@ApiParam(serverParameter)
@Controller('api/servers/:server/mcp/chat')
export class ChatController {
  constructor(
    private readonly chats: Chats,
    private readonly streams: EventStreams,
  ) {}

  @Post()
  @Operation({
    id: 'chat',
    summary: 'Chat with a model that uses the tools of a server',
    description:
      'By default the UI message stream of the AI SDK, so that `useChat` works; `Accept: application/json` gives the final message, `text/plain` its text. Later failures are an `error` event with a `code`. Closing the connection stops model and tools.',
    access: callAccess,
    responses: {
      200: {
        description: 'The answer of the model',
        schema: ChatAnswer,
        content: {
          'text/event-stream': { schema: z.string() },
          'text/plain': { schema: z.string() },
        },
      },
    },
    problems: [
      ...(['approval-invalid', 'approval-used', 'chat-not-configured', 'not-acceptable'] as const),
      ...([
        'model-auth',
        'model-error',
        'model-not-allowed',
        'model-not-found',
        'model-rate-limited',
      ] as const),
      ...([
        'invalid-params',
        'prompt-changed',
        'prompt-not-found',
        'resource-not-found',
        'timeout',
        'tool-not-found',
      ] as const),
      ...upstreamProblems,
    ],
  })
  async chat(
    @Client() { principal, owner, headers, context }: ClientCall,
    @Param('server') server: string,
    @Body({ schema: ChatRequest }) request: ChatRequest,
  ): Promise<Reply | StreamReply> {
    const format = chatFormat(headers.accept);
    if (format !== 'json') this.streams.reserve(context);
    return chatReply(format, await this.chats.start({ principal, owner }, server, request, context), context);
  }
}
