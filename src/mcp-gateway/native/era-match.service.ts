import { rpcErrorCodes } from '../../mcp/wire/error-codes.js';
import { Injectable } from '@nestjs/common';
import { LinkFailure } from '../../mcp/wire/link-failure.js';
import type { Upstream } from '../../upstreams/connection/upstream.js';
import { HttpLane } from './http/http-lane.service.js';
import { LinkLane } from './link-lane.service.js';
import { MirroredHeaders } from './mirrored-headers.service.js';
import { ModernPeer } from './modern-peer.js';
import type { NativeAnswer } from '../../mcp/server/native-answer.js';
import type { NativeCall } from './native-call.js';
import type { NativeRequest } from '../../mcp/server/native-request.js';
import { RpcRefusal } from '../../mcp/server/rpc-reply.js';
import { SharedLane } from './shared-lane.service.js';

/** Brings client and server together: the same era whenever the server can, a translation when it cannot. */
@Injectable()
export class EraMatch {
  /** Servers of 2026-07-28 that have refused `initialize`. */
  private readonly modernOnly = new WeakSet<Upstream>();

  constructor(
    private readonly http: HttpLane,
    private readonly links: LinkLane,
    private readonly shared: SharedLane,
    private readonly mirrored: MirroredHeaders,
  ) {}

  /** A message of 2026-07-28. */
  async modern(call: NativeCall, request: NativeRequest): Promise<NativeAnswer> {
    const connection = await call.upstream.connect(call.context);
    if (connection.era === 'legacy' || connection.transport !== 'http')
      return this.shared.post(call, request, connection);
    const isListen = request.messages[0]?.method === 'subscriptions/listen' && !request.isBatch;
    return isListen ? this.http.listen(call, request) : this.http.post(call, request);
  }

  /** The handshake of the 2025 revisions. A server that may speak both eras is asked. */
  async initialize(call: NativeCall, request: NativeRequest): Promise<NativeAnswer> {
    const { upstream } = call;
    const [message] = request.messages;
    if (message === undefined)
      throw new RpcRefusal(rpcErrorCodes.invalidRequest, 'The body holds no message.');
    const { era, transport } = await upstream.connect(call.context);
    if (!this.modernOnly.has(upstream)) {
      const answer = await this.asked(
        transport === 'http'
          ? this.http.initialize(call, request)
          : this.links.initialize(call, message, transport),
        era,
      );
      if (answer !== undefined) return answer;
      if (era === 'legacy') throw new LinkFailure('bad-answer', 'the server refused the handshake');
      this.modernOnly.add(upstream);
    }
    return this.links.open(call, message, () => this.translation(call));
  }

  /** Servers without sessions, until 2025-11-25, take any message as it comes. */
  async withoutSession(call: NativeCall, request: NativeRequest): Promise<NativeAnswer> {
    const { era, transport } = await call.upstream.connect(call.context);
    if (transport === 'http' && (era === 'legacy' || !this.modernOnly.has(call.upstream)))
      return this.http.post(call, request);
    throw new RpcRefusal(rpcErrorCodes.badRequest, 'This needs a session: send initialize first.');
  }

  /** A server that speaks 2026-07-28 may refuse the older handshake in whatever way it likes. */
  private async asked(answer: Promise<NativeAnswer>, era: 'legacy' | 'modern'): Promise<NativeAnswer> {
    try {
      return await answer;
    } catch (error) {
      const isRefusal =
        error instanceof RpcRefusal ||
        (error instanceof LinkFailure &&
          (error.kind === 'bad-answer' || error.kind === 'timeout' || error.kind === 'http-status'));
      if (era === 'modern' && isRefusal) return undefined;
      throw error;
    }
  }

  private translation({ principal, owner, server, upstream, context }: NativeCall): ModernPeer {
    const caller = { principal, owner };
    const scope = context.detached();
    return new ModernPeer(upstream, (params) => this.mirrored.of(caller, server, params, scope));
  }
}
