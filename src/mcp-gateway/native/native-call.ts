import type { ClientCall } from '../../platform/http/client-call.js';
import type { RegisteredServer } from '../../upstreams/declared/registered-server.js';
import type { Upstream } from '../../upstreams/connection/upstream.js';

/** One HTTP request of an MCP client with the server that it is for. */
export interface NativeCall extends ClientCall {
  readonly server: RegisteredServer;
  readonly upstream: Upstream;
}
