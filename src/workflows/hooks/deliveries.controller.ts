import { Controller, Param, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Reply } from '../../platform/http/answers/reply.js';
import { BodyReader } from '../../platform/http/bodies/body-reader.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { ApiTags } from '../../platform/openapi/api-description.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import { ScopeParameter } from '../../platform/openapi/parameters.js';
import { RateLimits } from '../../platform/rate-limits/rate-limits.js';
import { Deliveries } from './deliveries.service.js';
import { DeliveryAnswer, DeliveryBody, HookSecretParam, SlackChallenge } from './hook.dto.js';
import { WorkflowHooks } from './workflow-hooks.service.js';

/** The addresses of webhooks. Nothing is read of a body before it is known that there is such an address, and that it may be sent more. */
@ApiTags('workflows')
@Controller('hooks')
export class DeliveriesController {
  constructor(
    private readonly hooks: WorkflowHooks,
    private readonly deliveries: Deliveries,
    private readonly limits: RateLimits,
    private readonly bodies: BodyReader,
  ) {}

  @Post(':secret')
  @Operation({
    id: 'deliverToWorkflow',
    summary: 'Begin a run of the workflow whose webhook this is',
    description: 'The same delivery, sent again, gives the same run.',
    access: { for: 'public' },
    readsBody: true,
    body: DeliveryBody,
    responses: {
      202: { description: 'The run', schema: DeliveryAnswer },
      200: { description: 'What Slack asks for when the address is entered there', schema: SlackChallenge },
    },
    problems: [
      ...(['hook-not-found', 'webhook-signature-invalid', 'workflow-not-found', 'too-many-runs'] as const),
      ...([
        'malformed-json',
        'json-too-deep',
        'body-too-large',
        'unsupported-media-type',
        'overloaded',
      ] as const),
    ],
  })
  async deliver(
    @Param('secret', { schema: HookSecretParam }) secret: string,
    @Req() req: Request,
    @ScopeParameter() context: RequestContext,
  ): Promise<Reply> {
    const hook = await this.hooks.getBySecret(secret);
    await this.limits.consume('webhook', hook.id, context);
    const body = await this.bodies.signed(req, context);
    const outcome = await this.deliveries.take(hook, { headers: req.headers, ...body });
    return 'challenge' in outcome
      ? Reply.json(outcome)
      : Reply.json({ runId: outcome.run.id, status: outcome.run.status }, 202);
  }
}
