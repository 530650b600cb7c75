import { Injectable } from '@nestjs/common';
import { Pool, type Dispatcher } from 'undici';

/** Decides which addresses the gateway connects to, and gives out the connections. */
@Injectable()
export class EgressPolicy {
  /** Sends to the origin of `url` only. What the operator declared is allowed by being declared. */
  dispatcherFor(url: URL, _trust: 'operator' | 'tenant', connectTimeoutMs: number): Dispatcher {
    return new Pool(url.origin, {
      connect: { timeout: connectTimeoutMs },
      pipelining: 1,
      keepAliveTimeout: 10_000,
    });
  }
}
