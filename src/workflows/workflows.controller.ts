import { Body, Controller, Get, Headers, Post, Query } from '@nestjs/common';
import { ApiTags } from '../platform/openapi/api-description.js';
import { z } from 'zod';
import { appProblems, AppQuery } from '../apps/app/app-query.dto.js';
import { AppConfigs } from '../apps/app/app-configs.service.js';
import type { AppState } from '../apps/document/app.js';
import type { CallScope } from '../kernel/call-scope.js';
import type { JsonRecord, JsonValue } from '../kernel/json/json.js';
import { callerOf } from '../kernel/caller.js';
import type { Principal } from '../kernel/principal.js';
import { ListReplies } from '../platform/http/answers/list-replies.js';
import { callAccess, listAccess } from '../mcp-gateway/operation-terms.dto.js';
import { Config } from '../platform/config/config.js';
import {
  IdempotencyKeyHeader,
  idempotencyProblems,
  refuseStream,
} from '../platform/idempotency/idempotency-key.js';
import { Idempotency } from '../platform/idempotency/idempotency.service.js';
import { prefersEvents } from '../platform/http/answers/accept.js';
import { EventStreams } from '../platform/http/answers/event-streams.js';
import { Operation } from '../platform/openapi/operation.decorator.js';
import { CurrentPrincipal, ScopeParameter } from '../platform/openapi/parameters.js';
import { Reply, type StreamReply } from '../platform/http/answers/reply.js';
import type { RequestContext } from '../platform/http/request-context.js';
import { AppWorkflows } from './catalog/app-workflows.service.js';
import { acceptedReply, endReply, eventReply } from './runs/run-replies.js';
import { TrialSchema } from './trials/trial.dto.js';
import type { Mocks } from './trials/trial-tools.js';
import { Trials, type Trial } from './trials/trials.service.js';
import { firstSeq } from './runs/run-preparation.service.js';
import { RunStarter, startOf } from './runs/run-starter.service.js';
import { RunWatch } from './runs/run-watch.service.js';
import type { Run } from './runs/run.js';
import { ExecuteRequest, RunState, WorkflowList, WorkflowListQuery } from './workflows.dto.js';

@ApiTags('workflows')
@Controller('api/sdk/workflows')
export class WorkflowsController {
  constructor(
    private readonly apps: AppConfigs,
    private readonly workflows: AppWorkflows,
    private readonly starter: RunStarter,
    private readonly trials: Trials,
    private readonly watch: RunWatch,
    private readonly idempotency: Idempotency,
    private readonly config: Config,
    private readonly streams: EventStreams,
    private readonly lists: ListReplies,
  ) {}

  @Get()
  @Operation({
    id: 'listWorkflows',
    summary: 'List the workflows of an app',
    access: listAccess,
    responses: {
      200: { description: 'Workflows, in the order of the config', schema: WorkflowList },
      304: { description: 'Not changed' },
    },
    problems: [...appProblems, 'invalid-cursor'],
  })
  async list(
    @CurrentPrincipal() principal: Principal,
    @Query({ schema: WorkflowListQuery }) query: WorkflowListQuery,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
  ): Promise<Reply> {
    const state = await this.apps.getMeant(principal, query.app);
    const items = this.workflows.list(state);
    const toBody = (workflows: typeof items, nextCursor: string | undefined) => ({ workflows, nextCursor });
    return this.lists.reply(
      { source: items, items, name: `workflows ${state.app.id}`, toBody },
      query,
      ifNoneMatch,
    );
  }

  @Post('execute')
  @Operation({
    id: 'executeWorkflow',
    summary: 'Run a workflow',
    description:
      'A run goes on when its caller leaves. With `mode: "stream"` or `Accept: text/event-stream`: `run.started`, `step.started`, `step.progress`, `step.completed`, `step.failed`, `wait.required`, then `run.completed`, `run.failed` or `run.cancelled`, with growing ids.',
    access: callAccess,
    responses: {
      200: {
        description:
          'How the run ended: also a workflow that ran and failed; with `dryRun` what it would have done',
        schema: z.union([RunState, TrialSchema]),
        content: { 'text/event-stream': { schema: z.string() } },
      },
      202: {
        description: 'The run goes on',
        schema: RunState,
        headers: { Location: { description: 'The run', schema: { type: 'string' } } },
      },
    },
    problems: [
      ...appProblems,
      'workflow-not-found',
      'step-not-found',
      'too-many-runs',
      'too-many-trials',
      'overloaded',
      ...idempotencyProblems,
    ],
  })
  @IdempotencyKeyHeader()
  async execute(
    @CurrentPrincipal() principal: Principal,
    @Query({ schema: AppQuery }) { app }: AppQuery,
    @Body({ schema: ExecuteRequest }) request: ExecuteRequest,
    @Headers('accept') accept: string | undefined,
    @Headers('idempotency-key') key: string | undefined,
    @ScopeParameter() context: RequestContext,
  ): Promise<Reply | StreamReply> {
    const state = await this.apps.getMeant(principal, app);
    if (request.dryRun === true) return Reply.json(await this.tried(principal, state, request, context));
    const { workflow = '', input = {} } = request;
    const prepare = () => this.starter.prepare(state, workflow, input as JsonValue, startOf(principal));
    const streamed = request.mode === 'stream' || prefersEvents(accept);
    if (key !== undefined) refuseStream(streamed);
    if (streamed) {
      this.streams.reserve(context);
      const run = await prepare();
      await this.starter.begin(run);
      return eventReply(this.watch, run.id, 0, context);
    }
    // What grants do not leave the caller is not told again either.
    if (state.cleared !== undefined) this.workflows.get(state, workflow);
    const content = [state.app.id, request];
    return this.idempotency.run(
      key,
      { principal, route: 'executeWorkflow', content, scope: context },
      async (scope) => this.answer(await prepare(), request, scope),
    );
  }

  private tried(
    principal: Principal,
    state: AppState,
    { input = {}, now, skipTime = false, ...request }: ExecuteRequest,
    scope: CallScope,
  ): Promise<Trial> {
    const {
      mocks = {},
      signals = {},
      step,
      steps = {},
      timeoutMs = this.config.values.RUN_WAIT_MS,
    } = request;
    const terms = {
      ...{ document: request.document, workflow: request.workflow, input: input as JsonValue, skipTime },
      ...{ step, steps: steps as JsonRecord },
      ...{ mocks: mocks as Mocks, signals: signals as Mocks },
      now: now === undefined ? undefined : Date.parse(now),
      timeoutMs: Math.min(timeoutMs, this.config.values.RUN_WAIT_MS),
    };
    return this.trials.run(callerOf(principal), state, terms, scope);
  }

  private async answer(run: Run, { mode, timeoutMs }: ExecuteRequest, scope: CallScope): Promise<Reply> {
    const begin = () => this.starter.begin(run);
    if (mode === 'async') return begin().then(() => acceptedReply(run));
    const options = { after: firstSeq, begin, scope, timeoutMs: timeoutMs ?? this.config.values.RUN_WAIT_MS };
    return endReply(run, await this.watch.follow(run.id, options, () => undefined));
  }
}
