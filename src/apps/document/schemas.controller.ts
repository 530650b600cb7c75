import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '../../platform/openapi/api-description.js';
import { z } from 'zod';
import { Config } from '../../platform/config/config.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import { Reply } from '../../platform/http/answers/reply.js';
import { appConfigJsonSchema } from './app-config-json-schema.js';

const JsonSchemaDocument = z
  .looseObject({ $schema: z.string(), $id: z.string() })
  .meta({ id: 'JsonSchemaDocument', description: 'A JSON Schema (draft-07)' });

/** Lets editors complete and check configs while they are written. */
@ApiTags('apps')
@Controller('schemas')
export class SchemasController {
  private reply: Reply | undefined;

  constructor(private readonly config: Config) {}

  @Get('app-config-1.json')
  @Operation({
    id: 'getAppConfigSchema',
    summary: 'The JSON Schema of app configs',
    access: { for: 'public' },
    responses: { 200: { description: 'For the member `$schema` of a config', schema: JsonSchemaDocument } },
  })
  appConfig(): Reply {
    this.reply ??= Reply.json(
      appConfigJsonSchema(`${this.config.publicUrl}/schemas/app-config-1.json`),
      200,
      {
        'cache-control': 'public, max-age=3600',
        // Editors that run in a browser read it from their own origin.
        'access-control-allow-origin': '*',
      },
    );
    return this.reply;
  }
}
