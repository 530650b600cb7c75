import { Injectable } from '@nestjs/common';
import { BodyReader } from '../../platform/http/body-reader.js';
import type { ClientCall } from '../../platform/http/client-call.js';
import { HotLane } from '../../platform/http/hot-lane.js';
import { callAccess } from '../operations.dto.js';
import type { NativeAnswer } from './native-call.js';

/** Speaks MCP at an address with one variable segment: the server or the app. */
export interface NativeEndpointLike {
  /** `read` gives the body, and rejects with a problem when there is none that could be taken. */
  post(client: ClientCall, name: string, read: () => Promise<Buffer>): Promise<NativeAnswer>;
  get(client: ClientCall, name: string): Promise<NativeAnswer>;
  delete(client: ClientCall, name: string): Promise<NativeAnswer>;
}

/** Native endpoints in the hot lane: bodies are bytes there, and streams go out unbuffered. */
@Injectable()
export class NativeLane {
  constructor(
    private readonly lane: HotLane,
    private readonly bodies: BodyReader,
  ) {}

  /** With a slash at the end too: clients that know endpoints by `/mcp/` write one. */
  register(path: string, endpoint: NativeEndpointLike): void {
    this.add(path, endpoint);
    this.add(`${path}/`, endpoint);
  }

  private add(path: string, endpoint: NativeEndpointLike): void {
    this.lane.register('POST', path, callAccess, (exchange) =>
      endpoint.post(exchange, exchange.param, () => this.bodies.bytes(exchange.req, exchange.context)),
    );
    this.lane.register('GET', path, callAccess, (exchange) => endpoint.get(exchange, exchange.param));
    this.lane.register('DELETE', path, callAccess, (exchange) => endpoint.delete(exchange, exchange.param));
  }
}
