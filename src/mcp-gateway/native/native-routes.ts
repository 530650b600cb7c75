import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import { readJsonBytes } from '../../platform/http/body.js';
import { HotLane, type LaneExchange } from '../../platform/http/hot-lane.js';
import { callAccess } from '../operations.dto.js';
import { NativeEndpoint, type NativeRequester } from './native-endpoint.service.js';

const path = '/api/servers/:server/mcp';

/** The native endpoint in the hot lane: bodies are bytes there, and streams go out unbuffered. */
@Injectable()
export class NativeRoutes implements OnModuleInit {
  constructor(
    private readonly lane: HotLane,
    private readonly endpoint: NativeEndpoint,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    const { MAX_BODY_BYTES } = this.config.values;
    this.lane.register('POST', path, callAccess, async (exchange) =>
      this.endpoint.post(requesterOf(exchange), await readJsonBytes(exchange.req, MAX_BODY_BYTES)),
    );
    this.lane.register('GET', path, callAccess, (exchange) => this.endpoint.get(requesterOf(exchange)));
    this.lane.register('DELETE', path, callAccess, (exchange) => this.endpoint.delete(requesterOf(exchange)));
  }
}

function requesterOf({ principal, param, req, res, context }: LaneExchange): NativeRequester {
  return { principal, handle: param, headers: req.headers, res, context };
}
