import type { HelmetOptions } from 'helmet';
import type { IncomingMessage } from 'node:http';
import { Reply } from './answers/reply.js';

const directives = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/** Headers for what a browser may show: no inline script or style, no framing, forms go nowhere else. */
export const pageHeaders: HelmetOptions = {
  contentSecurityPolicy: { useDefaults: false, directives },
  // Without a referrer browsers send `Origin: null` with forms, by which nobody is known.
  referrerPolicy: { policy: 'same-origin' },
  frameguard: { action: 'deny' },
};

/** The same policy for a page whose form leads to other places. */
export function policyWithForms(targets: readonly string[]): string {
  const all = { ...directives, 'form-action': targets };
  return Object.entries(all)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join(';');
}

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
    'authorization, content-type, accept, idempotency-key, if-match, if-none-match, last-event-id, mcp-method, mcp-name, mcp-protocol-version, mcp-session-id, prefer, x-approval, x-request-id',
  'access-control-max-age': '600',
});
