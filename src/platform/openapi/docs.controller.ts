import { Controller, Get } from '@nestjs/common';
import { ApiTags } from './api-description.js';
import { z } from 'zod';
import { ApiDocument } from './docs.js';
import { Operation } from './operation.decorator.js';
import type { Reply } from '../http/answers/reply.js';

const OpenApiDocumentSchema = z
  .looseObject({ openapi: z.literal('3.0.3') })
  .meta({ id: 'OpenApiDocument', description: 'This document (OpenAPI 3.0.3)' });

/** Tells machines what `/docs` tells people. */
@ApiTags('operations')
@Controller('api/openapi.json')
export class DocsController {
  constructor(private readonly document: ApiDocument) {}

  @Get()
  @Operation({
    id: 'getOpenApiDocument',
    summary: 'Describe this API',
    access: { for: 'public' },
    responses: { 200: { description: 'The description of all operations', schema: OpenApiDocumentSchema } },
  })
  read(): Reply {
    return this.document.reply;
  }
}
