import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HotLane, type LaneExchange } from '../platform/http/hot-lane.js';
import { validate } from '../platform/http/validate.js';
import { callAccess, listAccess } from './operations.dto.js';
import { PromptsController } from './prompts.controller.js';
import { CallRequest, ListQuery } from './requests.dto.js';
import { ResourcesController } from './resources.controller.js';
import { ToolsController } from './tools.controller.js';

const base = '/api/servers/:server/mcp';

/** Puts the routes that carry the traffic into the hot lane; the handlers are those of the controllers. */
@Injectable()
export class HotRoutes implements OnModuleInit {
  constructor(
    private readonly lane: HotLane,
    private readonly tools: ToolsController,
    private readonly resources: ResourcesController,
    private readonly prompts: PromptsController,
  ) {}

  onModuleInit(): void {
    this.lane.register('POST', `${base}/call`, callAccess, async ({ principal, param, json, req, context }) =>
      this.tools.call(
        principal,
        param,
        validate(CallRequest, (await json()) ?? {}),
        req.headers.accept,
        req.headers['idempotency-key']?.toString(),
        context,
      ),
    );
    this.lane.register('GET', `${base}/tools`, listAccess, (exchange) =>
      this.tools.list(...listArguments(exchange)),
    );
    this.lane.register('GET', `${base}/resources`, listAccess, (exchange) =>
      this.resources.list(...listArguments(exchange)),
    );
    this.lane.register('GET', `${base}/prompts`, listAccess, (exchange) =>
      this.prompts.list(...listArguments(exchange)),
    );
  }
}

const firstPage = ListQuery.parse({});

function listArguments({
  principal,
  param,
  query,
  req,
  context,
}: LaneExchange): Parameters<ToolsController['list']> {
  const page = Object.keys(query).length === 0 ? firstPage : validate(ListQuery, { ...query });
  return [principal, param, page, req.headers['if-none-match'], context];
}
