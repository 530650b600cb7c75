import { Controller, Get, Param } from '@nestjs/common';
import { z } from 'zod';
import type { ClientCall } from '../http/client-call.js';
import { Client } from '../http/client.decorator.js';
import type { Reply } from '../http/answers/reply.js';
import { ApiHeader, ApiParam, ApiTags } from '../openapi/api-description.js';
import { Operation } from '../openapi/operation.decorator.js';
import { KeptResults } from './kept-results.service.js';
import { rangeReply } from './range-reply.js';

const AnyResult = z.looseObject({}).describe('As MCP has it: a `CallToolResult`');

@ApiTags('operations')
@Controller('api/results')
export class ResultsController {
  constructor(private readonly results: KeptResults) {}

  @Get(':id')
  @ApiParam({ name: 'id', schema: { type: 'string', minLength: 1, maxLength: 36 } })
  @ApiHeader({ name: 'Range', schema: { type: 'string', maxLength: 1024 } })
  @ApiHeader({ name: 'If-Range', schema: { type: 'string', maxLength: 1024 } })
  @Operation({
    id: 'readResult',
    summary: 'Read the whole of a result that was cut',
    description:
      'For KEPT_RESULT_MINUTES and for whoever made the call. `Range: bytes=0-65535` reads part of it (RFC 9110 §14); of several ranges at once the whole is the answer.',
    access: { for: 'any', scope: 'tools:call', programs: true },
    responses: {
      200: { description: 'All of it', schema: AnyResult },
      206: {
        description: 'The bytes that `Range` asks for',
        content: { 'application/json': { schema: z.string() } },
      },
    },
    problems: ['result-not-found', 'range-not-satisfiable'],
  })
  async read(@Client() { principal, headers }: ClientCall, @Param('id') id: string): Promise<Reply> {
    return rangeReply(id, Buffer.from(await this.results.get(principal, id)), headers);
  }
}
