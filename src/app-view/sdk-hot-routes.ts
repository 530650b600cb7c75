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
      const { principal, query, json, req, context } = exchange;
      return this.tools.call(
        principal,
        validate(AppResultQuery, { ...query }),
        validate(CallRequest, (await json('keep')) ?? {}),
        req.headers.accept,
        req.headers['idempotency-key']?.toString(),
        context,
      );
    });
    this.lane.register('GET', '/api/sdk/tools', listAccess, ({ principal, query, req, context }) =>
      this.tools.list(
        principal,
        validate(AppToolsQuery, { ...query }),
        req.headers['if-none-match'],
        context,
      ),
    );
  }
}
