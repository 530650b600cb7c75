import { Injectable } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../config/config.js';
import { Logger } from '../logging/logger.js';
import { Authenticator } from '../security/authenticator.js';
import { ClientAddress } from './client-address.js';
import { Drain } from './answers/drain.js';
import { EventStreams } from './answers/event-streams.js';
import { HostPolicy } from './host-policy.js';
import { isOpenToPrograms } from './oauth-paths.js';
import { ProblemDialects } from './answers/problem-dialects.js';
import { ReaderBacklog } from './answers/reader-backlog.js';
import { problemReply, StreamReply, writeReply, type Reply } from './answers/reply.js';
import { RequestContext, trackContext } from './request-context.js';
import { RequestRecords } from './request-records.js';

/**
 * What every request passes, whether Express or the fast path answers it: context, log line and metrics, Host and Origin checks,
 * the token, and the way back out.
 */
@Injectable()
export class RequestPipeline {
  constructor(
    private readonly logger: Logger,
    private readonly records: RequestRecords,
    private readonly hosts: HostPolicy,
    private readonly addresses: ClientAddress,
    private readonly authenticator: Authenticator,
    private readonly drain: Drain,
    private readonly streams: EventStreams,
    private readonly dialects: ProblemDialects,
    private readonly config: Config,
    private readonly backlog: ReaderBacklog,
  ) {}

  /** Starts the record of a request; its log line is written when the connection is done with it. */
  open(req: IncomingMessage, res: ServerResponse): RequestContext {
    const context = new RequestContext(req, this.addresses.of(req), this.config);
    trackContext(req, context);
    this.records.begin(context);
    this.drain.enter(context);
    res.on('close', () => {
      if (!res.writableFinished) context.cancel();
      context.ended();
      this.drain.leave(context);
      this.records.keep(context, res.headersSent ? res.statusCode : 499);
    });
    return context;
  }

  /** Checks Host and Origin, then sets the principal; at once when nothing has to be waited for. Throws problems. */
  admit(req: IncomingMessage, context: RequestContext): Promise<void> | undefined {
    if (this.drain.draining)
      throw new Problem('shutting-down', undefined, { retryAfterMs: 1000, headers: { connection: 'close' } });
    if (!context.path.startsWith('/api/') && this.isOpen(context.path))
      return this.admitProgram(req, context);
    this.hosts.check(req);
    const origin = req.headers.origin;
    if (origin !== undefined && this.hosts.allowsOrigin(origin)) {
      context.setHeader('access-control-allow-origin', origin);
      context.setHeader(
        'access-control-expose-headers',
        'etag, location, mcp-session-id, ratelimit, ratelimit-policy, retry-after, server-timing, www-authenticate, x-request-id',
      );
      context.setHeader('vary', 'origin');
    }
    // Whoever watches over the gateway must not be kept from it by those who flood it.
    if (context.path.startsWith('/health/')) return undefined;
    return this.authenticator.authenticate(req, context);
  }

  private isOpen(path: string): boolean {
    return this.config.values.MCP_OAUTH === 'on' && isOpenToPrograms(path);
  }

  /** Whoever comes is nobody yet: neither the page that asks nor what it shows is judged here. */
  private admitProgram(req: IncomingMessage, context: RequestContext): Promise<void> | undefined {
    this.hosts.checkHost(req);
    context.setHeader('access-control-allow-origin', '*');
    context.setHeader('access-control-expose-headers', 'retry-after, www-authenticate, x-request-id');
    return this.authenticator.admitNobody(context);
  }

  /** Sends a reply or runs a stream; a failure inside a stream that has begun can only end it. */
  send(res: ServerResponse, reply: Reply | StreamReply, context: RequestContext): Promise<void> | undefined {
    if (reply instanceof StreamReply) return this.runStream(res, reply, context);
    this.write(res, reply, context);
    return undefined;
  }

  private async runStream(res: ServerResponse, reply: StreamReply, context: RequestContext): Promise<void> {
    const stream = this.streams.open(res, context, reply);
    try {
      await reply.run(stream);
    } catch (error) {
      this.report(error, context);
    } finally {
      stream.end();
    }
  }

  /** Answers with the problem that was thrown; causes that nobody foresaw are logged and hidden. Never throws: nobody would catch it. */
  fail(res: ServerResponse, error: unknown, context: RequestContext): void {
    try {
      this.report(error, context);
      this.write(res, this.dialects.reply(context.problemOf(error), res.req, context), context);
    } catch (cause) {
      this.failPlainly(res, cause, context);
    }
  }

  /** For a problem that cannot be written down. */
  private failPlainly(res: ServerResponse, cause: unknown, context: RequestContext): void {
    try {
      this.report(cause, context);
      this.write(res, problemReply(new Problem('internal-error'), context), context);
    } catch {
      res.destroy();
    }
  }

  private write(res: ServerResponse, reply: Reply, context: RequestContext): void {
    writeReply(res, reply, context, this.config.values.MAX_DISCARDED_BYTES);
    this.backlog.written(res, context);
  }

  private report(error: unknown, context: RequestContext): void {
    if (Problem.from(error).code === 'internal-error')
      this.logger.error('request.failed', { requestId: context.requestId, error });
  }
}
