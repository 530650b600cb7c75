import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '../platform/openapi/api-description.js';
import { z } from 'zod';
import { Config } from '../platform/config/config.js';
import { Operation } from '../platform/openapi/operation.decorator.js';
import { Reply } from '../platform/http/answers/reply.js';
import { profileSchema } from './definition/schema/profile-schema.js';

const WorkflowSchemaDocument = z
  .looseObject({ $schema: z.string(), $id: z.string() })
  .meta({ id: 'WorkflowSchemaDocument', description: 'A JSON Schema (draft-07)' });

/** Lets editors complete and check workflows while they are written. */
@ApiTags('workflows')
@Controller('schemas')
export class WorkflowSchemasController {
  private reply: Reply | undefined;

  constructor(private readonly config: Config) {}

  @Get('workflow-1.json')
  @Operation({
    id: 'getWorkflowSchema',
    summary: 'The JSON Schema of workflow documents',
    access: { for: 'public' },
    responses: { 200: { description: 'For editors', schema: WorkflowSchemaDocument } },
  })
  workflow(): Reply {
    this.reply ??= Reply.json(profileSchema(`${this.config.publicUrl}/schemas/workflow-1.json`), 200, {
      'cache-control': 'public, max-age=3600',
      // Editors that run in a browser read it from their own origin.
      'access-control-allow-origin': '*',
    });
    return this.reply;
  }
}
