import { headerNames } from '../mcp/wire/header-names.js';
import { Body, Controller, Get, Headers, Param, Post, Query } from '@nestjs/common';
import { ApiHeader, ApiTags } from '../platform/openapi/api-description.js';
import { z } from 'zod';
import { momentMs } from '../apps/record/moment.js';
import { AppQuery } from '../apps/app/app-query.dto.js';
import { AppConfigs } from '../apps/app/app-configs.service.js';
import type { JsonValue } from '../kernel/json/json.js';
import type { Principal } from '../kernel/principal.js';
import { Problem } from '../kernel/problems/problem.js';
import { callAccess, listAccess } from '../mcp-gateway/operation-terms.dto.js';
import { IdempotencyKeyHeader, idempotencyProblems } from '../platform/idempotency/idempotency-key.js';
import { Idempotency } from '../platform/idempotency/idempotency.service.js';
import { Operation } from '../platform/openapi/operation.decorator.js';
import { CurrentPrincipal, ScopeParameter } from '../platform/openapi/parameters.js';
import { Reply, type StreamReply } from '../platform/http/answers/reply.js';
import type { RequestContext } from '../platform/http/request-context.js';
import { approvalType } from './definition/calls-after.js';
import { pictureReply } from './pictures/picture-reply.js';
import { pictureContent, PictureQuery } from './pictures/picture.dto.js';
import { WorkflowPictures } from './pictures/workflow-pictures.service.js';
import { acceptedReply, eventReply, toRunPage, toRunWithSteps } from './runs/run-replies.js';
import { RunWatch } from './runs/run-watch.service.js';
import { WorkflowRuns } from './runs/workflow-runs.service.js';
import {
  RetryRequest,
  RunIdParam,
  RunList,
  RunListQuery,
  RunState,
  RunWithSteps,
  SignalRequest,
  SignalTypeParam,
} from './workflows.dto.js';

const accepted = { 202: { description: 'Accepted; how the run stands now', schema: RunState } } as const;
const notFound = ['run-not-found', 'app-not-found', 'app-mismatch'] as const;

/** A run is found by its id; `app` may be named, but need not be. */
@ApiTags('workflows')
@Controller('api/sdk/workflows/runs')
export class WorkflowRunsController {
  constructor(
    private readonly apps: AppConfigs,
    private readonly runs: WorkflowRuns,
    private readonly watch: RunWatch,
    private readonly idempotency: Idempotency,
    private readonly pictures: WorkflowPictures,
  ) {}

  @Get()
  @Operation({
    id: 'listRuns',
    summary: 'List the runs of an app, newest first',
    access: listAccess,
    responses: { 200: { description: 'Runs', schema: RunList } },
    problems: ['app-required', 'app-mismatch', 'app-not-found', 'invalid-cursor'],
  })
  async list(
    @CurrentPrincipal() principal: Principal,
    @Query({ schema: RunListQuery }) { app, limit, cursor, since, until, parent, ...same }: RunListQuery,
  ): Promise<object> {
    const { id } = (await this.apps.getMeant(principal, app)).app;
    const [begin, end] = [since, until].map((text) => (text === undefined ? text : momentMs(text)));
    const begun = { since: begin, until: end, parentId: parent };
    return toRunPage(await this.runs.list(principal, { appId: id, ...same, ...begun }, { limit, cursor }));
  }

  @Get(':run')
  @Operation({
    id: 'getRun',
    summary: 'One run with its steps, or a picture of it',
    access: listAccess,
    responses: { 200: { description: 'The run', schema: RunWithSteps, content: pictureContent } },
    problems: [...notFound, 'config-version-not-found'],
  })
  async get(
    @CurrentPrincipal() principal: Principal,
    @Param('run', { schema: RunIdParam }) id: string,
    @Query({ schema: PictureQuery }) { app, format }: PictureQuery,
  ): Promise<object | Reply> {
    const details = await this.runs.getWithSteps(principal, { id, app });
    return format === 'mermaid'
      ? pictureReply(await this.pictures.drawRun(details))
      : toRunWithSteps(details);
  }

  @Get(':run/events')
  @Operation({
    id: 'streamRunEvents',
    summary: 'What happened in a run, and what happens until its end',
    description:
      'An event stream that can be resumed with `Last-Event-ID`; 204 when the run has ended and there is nothing more to tell.',
    access: listAccess,
    responses: {
      200: { description: 'Events', content: { 'text/event-stream': { schema: z.string() } } },
      204: { description: 'The run has ended, and the reader knows everything' },
    },
    problems: [...notFound, 'invalid-header', 'overloaded'],
  })
  @ApiHeader({
    name: 'Last-Event-ID',
    description: 'The id of the last event that is known',
    schema: { type: 'string', maxLength: 9, pattern: '^[0-9]{1,9}$' },
  })
  async events(
    @CurrentPrincipal() principal: Principal,
    @Param('run', { schema: RunIdParam }) id: string,
    @Query({ schema: AppQuery }) { app }: AppQuery,
    @Headers(headerNames.lastEventId) lastEventId: string | undefined,
    @ScopeParameter() context: RequestContext,
  ): Promise<Reply | StreamReply> {
    const after = sequenceIn(lastEventId);
    return (await this.runs.hasMore(principal, { id, app }, after))
      ? eventReply(this.watch, id, after, context)
      : Reply.noContent();
  }

  @Post(':run/cancel')
  @Operation({
    id: 'cancelRun',
    summary: 'Stop a run',
    description: 'Tools that are running for it are cancelled. A run that has ended stays as it is.',
    access: callAccess,
    responses: accepted,
    problems: notFound,
  })
  async cancel(
    @CurrentPrincipal() principal: Principal,
    @Param('run', { schema: RunIdParam }) id: string,
    @Query({ schema: AppQuery }) { app }: AppQuery,
    @ScopeParameter() context: RequestContext,
  ): Promise<Reply> {
    return acceptedReply(await this.runs.cancel(principal, { id, app }, context));
  }

  @Post(':run/signals/:type')
  @Operation({
    id: 'signalRun',
    summary: 'Send a run what it waits for: a signal or an approval',
    description:
      'It is kept until the run listens for it, but for an approval: that answers a step that waits for it now. Who sent it is kept too.',
    access: callAccess,
    responses: accepted,
    problems: [...notFound, 'run-ended', 'approval-not-awaited', 'too-many-signals', ...idempotencyProblems],
  })
  @IdempotencyKeyHeader()
  async signal(
    @CurrentPrincipal() principal: Principal,
    @Param('run', { schema: RunIdParam }) id: string,
    @Param('type', { schema: SignalTypeParam }) type: string,
    @Query({ schema: AppQuery }) { app }: AppQuery,
    @Body({ schema: SignalRequest }) { data, approval }: SignalRequest,
    @Headers('idempotency-key') key: string | undefined,
    @ScopeParameter() context: RequestContext,
  ): Promise<Reply> {
    const absent = type === approvalType ? true : null;
    const signal = { type, data: data === undefined ? absent : (data as JsonValue), approval };
    await this.runs.get(principal, { id, app });
    return this.idempotency.run(
      key,
      { principal, route: 'signalRun', content: [id, signal], scope: context },
      async () => acceptedReply(await this.runs.signal(principal, { id, app }, signal, context)),
    );
  }

  @Post(':run/retry')
  @Operation({
    id: 'retryRun',
    summary: 'Run again: where it stopped, or from a step',
    description:
      'A run that failed or was cancelled goes on where it stopped; `from` runs again from a step, also one that is completed. What was finished before is not repeated. From now on the run acts as the caller.',
    access: callAccess,
    responses: accepted,
    problems: [
      ...notFound,
      'run-not-failed',
      'step-not-found',
      'workflow-not-found',
      'config-version-not-found',
    ],
  })
  async retry(
    @CurrentPrincipal() principal: Principal,
    @Param('run', { schema: RunIdParam }) id: string,
    @Query({ schema: AppQuery }) { app }: AppQuery,
    @Body({ schema: RetryRequest }) { input, ...wanted }: RetryRequest,
    @ScopeParameter() context: RequestContext,
  ): Promise<Reply> {
    const again = { ...wanted, input: input as JsonValue | undefined };
    return acceptedReply(await this.runs.retry(principal, { id, app }, again, context));
  }
}

function sequenceIn(lastEventId: string | undefined): number {
  if (lastEventId === undefined) return 0;
  if (!/^\d{1,9}$/.test(lastEventId))
    throw new Problem('invalid-header', 'Last-Event-ID must be the id of an event of this run.');
  return Number(lastEventId);
}
