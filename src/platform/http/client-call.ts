import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Caller } from '../../kernel/caller.js';
import type { Principal } from '../../kernel/principal.js';
import type { RequestContext } from './request-context.js';

/** One HTTP request of a client that has shown a token: who asks, with which headers, and where the answer goes. */
export interface ClientCall<P extends Principal = Principal> extends Caller<P> {
  readonly headers: IncomingHttpHeaders;
  readonly res: ServerResponse;
  readonly context: RequestContext;
}
