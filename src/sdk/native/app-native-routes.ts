import { Injectable, type OnModuleInit } from '@nestjs/common';
import { callAccess } from '../../mcp-gateway/operations.dto.js';
import { Config } from '../../platform/config/config.js';
import { readJsonBytes } from '../../platform/http/body.js';
import { HotLane } from '../../platform/http/hot-lane.js';
import { AppEndpoint } from './app-endpoint.service.js';

const path = '/api/apps/:app/mcp';

/** The native endpoint of apps in the hot lane. */
@Injectable()
export class AppNativeRoutes implements OnModuleInit {
  constructor(
    private readonly lane: HotLane,
    private readonly endpoint: AppEndpoint,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    const { MAX_BODY_BYTES } = this.config.values;
    this.lane.register('POST', path, callAccess, async ({ principal, param, req, res, context }) =>
      this.endpoint.post(
        { principal, headers: req.headers, res, context },
        param,
        await readJsonBytes(req, MAX_BODY_BYTES),
      ),
    );
    this.lane.register('GET', path, callAccess, ({ principal, param, req, res, context }) =>
      this.endpoint.get({ principal, headers: req.headers, res, context }, param),
    );
    this.lane.register('DELETE', path, callAccess, ({ principal, param, req, res, context }) =>
      this.endpoint.delete({ principal, headers: req.headers, res, context }, param),
    );
  }
}
