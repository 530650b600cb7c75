import { rpcErrorCodes } from '../../mcp/wire/error-codes.js';
import { Injectable } from '@nestjs/common';
import { Problem } from '../../kernel/problems/problem.js';
import { BodyReader, type MeasuredBody } from '../../platform/http/bodies/body-reader.js';
import type { ClientCall } from '../../platform/http/client-call.js';
import { HotLane } from '../../platform/http/hot-lane.js';
import { callAccess } from '../operations.dto.js';
import type { NativeAnswer } from '../../mcp/server/native-answer.js';
import { RpcRefusal } from '../../mcp/server/rpc-reply.js';

/** Speaks MCP at an address with one variable segment: the server or the app. */
export interface NativeEndpointLike {
  /** `read` gives the body; it rejects with a refusal when it is no message for its size, and with a problem when it cannot be taken. */
  post(client: ClientCall, name: string, read: () => Promise<MeasuredBody>): Promise<NativeAnswer>;
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
      endpoint.post(exchange, exchange.param, () =>
        this.bodies.measured(exchange.req, exchange.context).catch(asRefusal),
      ),
    );
    this.lane.register('GET', path, callAccess, (exchange) => endpoint.get(exchange, exchange.param));
    this.lane.register('DELETE', path, callAccess, (exchange) => endpoint.delete(exchange, exchange.param));
  }
}

/** A body with too many levels or values is answered as what is no message, like one that is no JSON. */
function asRefusal(error: unknown): never {
  if (!(error instanceof Problem)) throw error;
  const isMeasured =
    error.code === 'json-too-deep' || error.extras.members?.['limit'] === 'MAX_JSON_ELEMENTS';
  throw isMeasured ? new RpcRefusal(rpcErrorCodes.parseError, error.message) : error;
}
