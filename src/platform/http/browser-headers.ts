import type { HelmetOptions } from 'helmet';
import type { IncomingMessage } from 'node:http';
import { Reply } from './answers/reply.js';

/** Headers for what a browser may show: no inline script or style, no framing, forms go nowhere else. */
export const pageHeaders: HelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
  // Without a referrer browsers send `Origin: null` with forms, by which nobody is known.
  referrerPolicy: { policy: 'same-origin' },
  frameguard: { action: 'deny' },
};

/** Whether a browser asks if it may send a request of another origin (Fetch standard, CORS-preflight). */
export function isPreflight(req: IncomingMessage): boolean {
  return (
    req.method === 'OPTIONS' &&
    req.headers.origin !== undefined &&
    req.headers['access-control-request-method'] !== undefined
  );
}

/** The answer to a preflight whose origin has been let in; `Access-Control-Allow-Origin` is on the context already. */
export const preflightReply = new Reply(204, undefined, {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'authorization, content-type, accept, idempotency-key, if-match, if-none-match, last-event-id, mcp-method, mcp-name, mcp-protocol-version, mcp-session-id, x-request-id',
  'access-control-max-age': '600',
});
