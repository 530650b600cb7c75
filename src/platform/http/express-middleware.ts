import type { NextFunction, Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import { isPreflight, pageHeaders, preflightReply } from './browser-headers.js';
import type { RequestPipeline } from './request-pipeline.js';

/** What Express does before it looks for a route: the same as the hot lane does. */
export function expressMiddleware(front: RequestPipeline): RequestHandler[] {
  return [forPages(helmet(pageHeaders)), admit(front)];
}

function forPages(handler: RequestHandler): RequestHandler {
  return (req, res, next) => {
    if (req.path.startsWith('/api/')) next();
    else void handler(req, res, next);
  };
}

function admit(front: RequestPipeline) {
  return async (req: Request, res: Response, next: NextFunction): Promise<void> => {
    const context = front.open(req, res);
    res.setHeader('x-request-id', context.requestId);
    try {
      await front.admit(req, context);
      if (isPreflight(req)) {
        await front.send(res, preflightReply, context);
        return;
      }
      // For answers that do not go out through a Reply, as the files of /docs do not.
      res.setHeader('server-timing', context.serverTiming);
      next();
    } catch (error) {
      front.fail(res, error, context);
    }
  };
}
