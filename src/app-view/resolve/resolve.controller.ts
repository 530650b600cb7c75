import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '../../platform/openapi/api-description.js';
import { AppParam } from '../../apps/app/apps.dto.js';
import { listAccess } from '../../mcp-gateway/operation-terms.dto.js';
import { etagOf, isKnown } from '../../platform/http/answers/etag.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import type { ClientCall } from '../../platform/http/client-call.js';
import { Client } from '../../platform/http/client.decorator.js';
import { keptByCaller } from '../../platform/http/answers/kept-by-caller.js';
import { Reply } from '../../platform/http/answers/reply.js';
import { ResolvedSchema } from './resolve.dto.js';
import { ResolveService } from './resolve.service.js';

@ApiTags('sdk')
@Controller('api/apps/:app/resolve')
export class ResolveController {
  constructor(private readonly service: ResolveService) {}

  @Get()
  @Operation({
    id: 'resolveApp',
    summary: 'All that an SDK needs to know of an app at its start',
    description: 'From what is known: no server is asked. `-` stands for the app of the key.',
    access: listAccess,
    responses: {
      200: { description: 'Addresses, servers, limits and features', schema: ResolvedSchema },
      304: { description: 'Not changed' },
    },
    problems: ['app-not-found', 'app-required'],
  })
  async resolve(
    @Client() client: ClientCall,
    @Param('app', { schema: AppParam }) app: string,
  ): Promise<Reply> {
    const body = JSON.stringify(await this.service.resolve(client, app));
    const etag = etagOf(body);
    const headers = keptByCaller(etag, 'max-age=30');
    return isKnown(etag, client.headers['if-none-match'])
      ? Reply.notModified(headers)
      : Reply.json(Buffer.from(body), 200, headers);
  }
}
