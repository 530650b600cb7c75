import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '../openapi/api-description.js';
import { z } from 'zod';
import { Problem } from '../../kernel/problems/problem.js';
import { Database } from '../database/database.js';
import { Drain } from '../http/answers/drain.js';
import { Operation } from '../openapi/operation.decorator.js';

const HealthSchema = z.object({ status: z.literal('ok') }).meta({ id: 'Health' });

/** For load balancers and process supervisors. */
@ApiTags('operations')
@Controller('health')
export class HealthController {
  constructor(
    private readonly database: Database,
    private readonly drain: Drain,
  ) {}

  @Get('live')
  @Operation({
    id: 'getLiveness',
    summary: 'Whether the process runs',
    access: { for: 'public' },
    responses: { 200: { description: 'It does', schema: HealthSchema } },
  })
  live(): z.infer<typeof HealthSchema> {
    return { status: 'ok' };
  }

  @Get('ready')
  @Operation({
    id: 'getReadiness',
    summary: 'Whether the gateway serves',
    access: { for: 'public' },
    responses: { 200: { description: 'It does', schema: HealthSchema } },
    problems: ['shutting-down', 'database-unavailable'],
  })
  async ready(): Promise<z.infer<typeof HealthSchema>> {
    if (this.drain.draining) throw new Problem('shutting-down', undefined, { retryAfterMs: 1000 });
    if (!(await this.database.isReachable()))
      throw new Problem('database-unavailable', undefined, { retryAfterMs: 1000 });
    return { status: 'ok' };
  }
}
