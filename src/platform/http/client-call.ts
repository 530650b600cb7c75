import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { callerOf, type Caller } from '../../kernel/caller.js';
import type { Principal } from '../../kernel/principal.js';
import { contextOf, type RequestContext } from './request-context.js';

/** One HTTP request of a client that has shown a token: who asks, with which headers, and where the answer goes. */
export interface ClientCall<P extends Principal = Principal> extends Caller<P> {
  readonly headers: IncomingHttpHeaders;
  readonly res: ServerResponse;
  readonly context: RequestContext;
}

/** The request as `ClientCall`; only on routes that are not public. */
export const Client = createParamDecorator((_: unknown, execution: ExecutionContext): ClientCall => {
  const http = execution.switchToHttp();
  const req = http.getRequest<Request>();
  const context = contextOf(req);
  const { principal } = context;
  if (principal === undefined) throw new Error('@Client() on a public route');
  return { ...callerOf(principal), headers: req.headers, res: http.getResponse<Response>(), context };
});
