import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import type { ServerResponse } from 'node:http';
import { credentialOf } from '../../../kernel/principal.js';
import { Problem } from '../../../kernel/problems/problem.js';
import { Config } from '../../config/config.js';
import { Metrics } from '../../metrics/metrics.js';
import { AccountUsage } from '../../usage/account-usage.service.js';
import { EventStream } from './event-stream.js';
import type { StreamReply } from './reply.js';
import { ReaderBacklog } from './reader-backlog.js';
import type { RequestContext } from '../request-context.js';

/** Opens event streams, no more at once per principal than MAX_STREAMS and per account than ACCOUNT_STREAMS. */
@Injectable()
export class EventStreams {
  private readonly open_ = new Map<string, number>();

  constructor(
    private readonly config: Config,
    private readonly usage: AccountUsage,
    private readonly backlog: ReaderBacklog,
    { registry }: Metrics,
  ) {
    const counts = this.open_;
    new Gauge({
      name: 'gantry_streams_open',
      help: 'Event streams to callers',
      registers: [registry],
      collect() {
        this.set([...counts.values()].reduce((sum, count) => sum + count, 0));
      },
    });
  }

  /**
   * Takes the place of the stream that a request will be answered with, until it ends: for those who do what cannot be taken back before
   * they answer. Throws `overloaded`.
   */
  reserve(context: RequestContext): void {
    if (context.hasStream) return;
    const { MAX_STREAMS } = this.config.values;
    const owner = context.hasPrincipal() ? credentialOf(context.principal) : context.address;
    const count = this.open_.get(owner) ?? 0;
    if (count >= MAX_STREAMS)
      throw new Problem('overloaded', `${String(MAX_STREAMS)} streams are open already (MAX_STREAMS).`, {
        retryAfterMs: 1000,
      });
    context.onEnd(this.usage.hold('streams', context.principal?.accountId ?? context.address));
    this.open_.set(owner, count + 1);
    context.hasStream = true;
    context.onEnd(() => {
      const left = (this.open_.get(owner) ?? 1) - 1;
      if (left === 0) this.open_.delete(owner);
      else this.open_.set(owner, left);
    });
  }

  /** Begins the answer. Throws `overloaded` while it can still be answered plainly. */
  open(
    res: ServerResponse,
    context: RequestContext,
    { mediaType, fileName }: Pick<StreamReply, 'mediaType' | 'fileName'>,
  ): EventStream {
    this.reserve(context);
    const { STREAM_HEARTBEAT_MS, MAX_STREAM_BACKLOG_BYTES } = this.config.values;
    const isPrivate = context.isForBrowser || fileName !== undefined;
    const cacheControl = isPrivate ? 'no-store, no-transform' : 'no-cache, no-transform';
    const limits = {
      cacheControl,
      heartbeatMs: STREAM_HEARTBEAT_MS,
      maxWaitingBytes: MAX_STREAM_BACKLOG_BYTES,
    };
    const headers = [
      ...[...context.headers, 'server-timing', context.serverTiming],
      ...(fileName === undefined ? [] : ['content-disposition', `attachment; filename="${fileName}"`]),
    ];
    return new EventStream(res, mediaType, limits, headers, () => {
      this.backlog.written(res, context);
    });
  }
}
