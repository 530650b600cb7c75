import type { Request, Response } from 'express';
import { callerOf } from '../../kernel/caller.js';
import type { ClientCall } from './client-call.js';
import { argumentOnBothWays } from './fast-argument.js';
import { contextOf } from './request-context.js';

/** The request as `ClientCall`; only on routes that are not public. */
export const Client = argumentOnBothWays(
  (execution): ClientCall => {
    const http = execution.switchToHttp();
    const req = http.getRequest<Request>();
    const context = contextOf(req);
    const { principal } = context;
    if (principal === undefined) throw new Error('@Client() on a public route');
    return { ...callerOf(principal), headers: req.headers, res: http.getResponse<Response>(), context };
  },
  (exchange) => exchange,
);
