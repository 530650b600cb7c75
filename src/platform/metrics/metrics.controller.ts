import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '../openapi/api-description.js';
import { z } from 'zod';
import { Config } from '../config/config.js';
import { Operation } from '../openapi/operation.decorator.js';
import { ScopeParameter } from '../openapi/parameters.js';
import { Reply } from '../http/answers/reply.js';
import type { RequestContext } from '../http/request-context.js';
import { requireAccess } from '../security/access.js';
import { GatheredMetrics } from '../workers/gathered-metrics.service.js';

@ApiTags('operations')
@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly metrics: GatheredMetrics,
    private readonly config: Config,
  ) {}

  @Get()
  @Operation({
    id: 'getMetrics',
    summary: 'Prometheus metrics',
    description:
      'Open to the operator, or to everybody with `METRICS_PUBLIC=true`. With `GANTRY_WORKERS` those of all workers, each series with its `worker`.',
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
    return new Reply(200, await this.metrics.read(), { 'content-type': this.metrics.contentType });
  }
}
