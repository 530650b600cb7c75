import { Controller, Get, Query } from '@nestjs/common';
import type { z } from 'zod';
import type { ClientCall } from '../../platform/http/client-call.js';
import { Client } from '../../platform/http/client.decorator.js';
import { ApiTags } from '../../platform/openapi/api-description.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import { Everything } from './everything.service.js';
import { HitsSchema, SearchQuery } from './search.dto.js';

/** Where is it? */
@ApiTags('operations')
@Controller('api/search')
export class SearchController {
  constructor(private readonly everything: Everything) {}

  @Get()
  @Operation({
    id: 'search',
    summary: 'Find servers, tools, apps, workflows and pages by words',
    description:
      'What the caller may see, best first, from what is known already; a server that was never asked is asked, and hardly waited for. To choose tools for a model, `GET /api/sdk/tools?search=` ranks them by what they do.',
    access: { for: 'any' },
    responses: { 200: { description: 'What was found', schema: HitsSchema } },
  })
  async search(
    @Client() client: ClientCall,
    @Query({ schema: SearchQuery }) { q, limit }: SearchQuery,
  ): Promise<z.infer<typeof HitsSchema>> {
    return { hits: await this.everything.find(client, q, limit, client.context) };
  }
}
