import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HotLane, type LaneExchange } from '../platform/http/hot-lane.js';
import { validate } from '../platform/http/bodies/validate.js';
import { callAccess, listAccess } from './operations.dto.js';
import { PromptsController } from './prompts.controller.js';
import { CallRequest, ListQuery, ResultQuery } from './requests.dto.js';
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
    this.lane.register('POST', `${base}/call`, callAccess, async (exchange) => {
      const request = validate(CallRequest, (await exchange.json('keep')) ?? {});
      return await this.tools.call(exchange, exchange.param, request, resultOf(exchange));
    });
    for (const [path, controller] of Object.entries({
      tools: this.tools,
      resources: this.resources,
      prompts: this.prompts,
    }))
      this.lane.register('GET', `${base}/${path}`, listAccess, (exchange) =>
        controller.list(exchange, exchange.param, pageOf(exchange)),
      );
  }
}

const firstPage = ListQuery.parse({});

function pageOf({ query }: LaneExchange): ListQuery {
  return Object.keys(query).length === 0 ? firstPage : validate(ListQuery, { ...query });
}

const plain = ResultQuery.parse({});

function resultOf({ query }: LaneExchange): ResultQuery {
  return Object.keys(query).length === 0 ? plain : validate(ResultQuery, { ...query });
}
