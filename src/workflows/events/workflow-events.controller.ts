import { Body, Controller, Headers, Post, Query } from '@nestjs/common';
import { AppConfigs } from '../../apps/app/app-configs.service.js';
import { appProblems, AppQuery } from '../../apps/app/app-query.dto.js';
import type { JsonRecord, JsonValue } from '../../kernel/json/json.js';
import type { Principal } from '../../kernel/principal.js';
import { callAccess } from '../../mcp-gateway/operation-terms.dto.js';
import { Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { IdempotencyKeyHeader, idempotencyProblems } from '../../platform/idempotency/idempotency-key.js';
import { Idempotency } from '../../platform/idempotency/idempotency.service.js';
import { ApiTags } from '../../platform/openapi/api-description.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import { CurrentPrincipal, ScopeParameter } from '../../platform/openapi/parameters.js';
import { EventReached, EventRequest } from './event.dto.js';
import { WorkflowEvents } from './workflow-events.service.js';

/** Events for the runs of an app. */
@ApiTags('workflows')
@Controller('api/sdk/workflows/events')
export class WorkflowEventsController {
  constructor(
    private readonly apps: AppConfigs,
    private readonly events: WorkflowEvents,
    private readonly idempotency: Idempotency,
  ) {}

  @Post()
  @Operation({
    id: 'sendWorkflowEvent',
    summary: 'Send an event to the runs of an app',
    description:
      'It reaches every `listen` that waits for it, and begins the workflows whose `schedule.on` names it. A run that is under way and listens later finds it then.',
    access: callAccess,
    responses: { 202: { description: 'Accepted, and what it came to', schema: EventReached } },
    problems: [...appProblems, 'event-too-large', ...idempotencyProblems],
  })
  @IdempotencyKeyHeader()
  async send(
    @CurrentPrincipal() principal: Principal,
    @Query({ schema: AppQuery }) { app }: AppQuery,
    @Body({ schema: EventRequest }) request: EventRequest,
    @Headers('idempotency-key') key: string | undefined,
    @ScopeParameter() context: RequestContext,
  ): Promise<Reply> {
    const state = await this.apps.getMeant(principal, app);
    const { correlation = {}, data = null, ...rest } = request;
    const sent = { ...rest, data: data as JsonValue, correlation: correlation as JsonRecord };
    return this.idempotency.run(
      key,
      { principal, route: 'sendWorkflowEvent', content: [state.app.id, request], scope: context },
      async () => {
        const { id, waiting, begun } = await this.events.send(principal, state, sent, context);
        const began = begun.map(({ id: runId, workflow }) => ({ runId, workflow }));
        return Reply.json({ id, reached: waiting, began }, 202);
      },
    );
  }
}
