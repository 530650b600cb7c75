import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '../openapi/api-description.js';
import { z } from 'zod';
import { Config } from '../config/config.js';
import { Operation } from '../openapi/operation.decorator.js';
import { ScopeParameter } from '../openapi/parameters.js';
import { Reply } from '../http/answers/reply.js';
import type { RequestContext } from '../http/request-context.js';
import { requireAccess } from '../security/access.js';
import { Metrics } from './metrics.js';

@ApiTags('operations')
@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly metrics: Metrics,
    private readonly config: Config,
  ) {}

  @Get()
  @Operation({
    id: 'getMetrics',
    summary: 'Prometheus metrics',
    description: 'Open to the operator, or to everybody with `METRICS_PUBLIC=true`.',
    access: { for: 'public' },
    mayBringToken: true,
    responses: {
      200: { description: 'Prometheus text format', content: { 'text/plain': { schema: z.string() } } },
    },
    problems: ['unauthorized', 'forbidden', 'insufficient-scope'],
  })
  async read(@ScopeParameter() context: RequestContext): Promise<Reply> {
    if (!this.config.values.METRICS_PUBLIC)
      requireAccess({ for: 'user', scope: 'operator', operator: true }, context.principal);
    return new Reply(200, await this.metrics.registry.metrics(), {
      'content-type': this.metrics.registry.contentType,
    });
  }
}
