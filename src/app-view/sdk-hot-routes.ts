import { Injectable, type OnModuleInit } from '@nestjs/common';
import { callAccess, listAccess } from '../mcp-gateway/operations.dto.js';
import { AppResultQuery, CallRequest } from '../mcp-gateway/requests.dto.js';
import { HotLane } from '../platform/http/hot-lane.js';
import { validate } from '../platform/http/bodies/validate.js';
import { AppToolsController } from './app-tools.controller.js';
import { AppToolsQuery } from './sdk.dto.js';

/** Puts calls and lists of an app's tools into the hot lane; the handlers are those of the controller. */
@Injectable()
export class SdkHotRoutes implements OnModuleInit {
  constructor(
    private readonly lane: HotLane,
    private readonly tools: AppToolsController,
  ) {}

  onModuleInit(): void {
    this.lane.register('POST', '/api/sdk/tools/call', callAccess, async (exchange) => {
      const query = validate(AppResultQuery, { ...exchange.query });
      return this.tools.call(exchange, query, validate(CallRequest, (await exchange.json('keep')) ?? {}));
    });
    this.lane.register('GET', '/api/sdk/tools', listAccess, (exchange) =>
      this.tools.list(exchange, validate(AppToolsQuery, { ...exchange.query })),
    );
  }
}
