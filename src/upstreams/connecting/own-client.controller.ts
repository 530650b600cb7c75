import { Controller, Get } from '@nestjs/common';
import { z } from 'zod';
import { Config } from '../../platform/config/config.js';
import { Reply } from '../../platform/http/answers/reply.js';
import { ApiTags } from '../../platform/openapi/api-description.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import { documentAddress, ownClient } from '../credentials/own-client.js';

const OwnClientSchema = z
  .object({
    client_id: z.string().describe('The address of this document'),
    client_name: z.string(),
    client_uri: z.string(),
    logo_uri: z.string(),
    redirect_uris: z.array(z.string()).max(1),
    grant_types: z.array(z.string()).max(2),
    response_types: z.array(z.string()).max(1),
    token_endpoint_auth_method: z.string(),
    application_type: z.string(),
  })
  .meta({ id: 'OwnClientDocument' });

/** Who we are to authorization servers that take documents (Client ID Metadata Documents). */
@ApiTags('connections')
@Controller('oauth/client.json')
export class OwnClientController {
  constructor(private readonly config: Config) {}

  @Get()
  @Operation({
    id: 'getOwnClient',
    summary: 'The gateway as a client of authorization servers',
    access: { for: 'public' },
    responses: { 200: { description: 'Its document', schema: OwnClientSchema } },
  })
  get(): Reply {
    const { publicUrl } = this.config;
    const document = { client_id: documentAddress(publicUrl), ...ownClient(publicUrl) };
    return Reply.json(document, 200, { 'cache-control': 'public, max-age=3600' });
  }
}
