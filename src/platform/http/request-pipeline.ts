import type { NextFunction, Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import type { Values } from '../config/variables.js';
import { isPreflight, pageHeaders, preflightReply } from './browser-headers.js';
import { readJson, readJsonOrForm } from './body.js';
import type { Front } from './front.js';

/** Browsers send forms to the pages, and OAuth clients to the device login (RFC 8628 §3.1); all other routes take JSON. */
const takesForms = /^\/(?!api\/)|^\/api\/cli\/auth\//;

/** What these routes take goes to MCP servers as it came. */
const handsOnNumbers = /^\/api\/(?:servers\/[^/]+\/mcp(?:\/call)?|apps\/[^/]+\/mcp|sdk\/tools\/call)\/?$/;

/** What Express does before it looks for a route: the same as the hot lane does, and the body. */
export function requestPipeline(front: Front, values: Values): RequestHandler[] {
  return [forPages(helmet(pageHeaders)), admit(front, values)];
}

function forPages(handler: RequestHandler): RequestHandler {
  return (req, res, next) => {
    if (req.path.startsWith('/api/')) next();
    else void handler(req, res, next);
  };
}

function admit(front: Front, values: Values) {
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
      const maxBytes =
        context.principal === undefined
          ? values.MAX_ANONYMOUS_BODY_BYTES
          : values[req.path.startsWith('/api/cli/') ? 'MAX_CONFIG_BYTES' : 'MAX_BODY_BYTES'];
      const read = takesForms.test(req.path) ? readJsonOrForm : readJson;
      const numbers = handsOnNumbers.test(req.path) ? 'keep' : 'refuse';
      req.body = await read(req, { maxBytes, maxDepth: values.MAX_JSON_DEPTH, numbers });
      next();
    } catch (error) {
      front.fail(res, error, context);
    }
  };
}
