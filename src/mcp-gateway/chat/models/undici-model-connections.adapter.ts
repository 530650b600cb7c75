import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { fetch as undiciFetch, type Dispatcher } from 'undici';
import { Config } from '../../../platform/config/config.js';
import { EgressPolicy } from '../../../platform/egress/egress-policy.js';
import { ModelConnections } from './model-connections.port.js';
import type { ModelProvider } from './model-route.js';

const maxTries = 3;
/** A kept connection that the provider has closed meanwhile shows itself only when it is used. */
const stale = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/** One pool of connections per origin of a provider. The operator has named it, so it may be in a private network; it may not redirect. */
@Injectable()
export class UndiciModelConnections extends ModelConnections implements OnApplicationShutdown {
  private readonly dispatchers = new Map<string, Dispatcher>();

  constructor(
    private readonly egress: EgressPolicy,
    private readonly config: Config,
  ) {
    super();
  }

  fetchFor({ baseUrl }: ModelProvider, origin: string): typeof fetch {
    const dispatcher = this.dispatcher(new URL(baseUrl ?? origin));
    const send = (input: string | URL | Request, init: RequestInit = {}) =>
      withFreshConnection(init.signal, () =>
        undiciFetch(input as string, { ...(init as object), dispatcher, redirect: 'error' }),
      );
    return send;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.dispatchers.values()].map((dispatcher) => dispatcher.destroy()));
  }

  private dispatcher(url: URL): Dispatcher {
    let dispatcher = this.dispatchers.get(url.origin);
    if (dispatcher === undefined) {
      dispatcher = this.egress.dispatcherFor(url, 'operator', this.config.values.CONNECT_TIMEOUT_MS);
      this.dispatchers.set(url.origin, dispatcher);
    }
    return dispatcher;
  }
}

/** Tries again when the connection was gone before a byte of the answer: to ask a model twice has no effect but its price. */
async function withFreshConnection<T>(
  signal: AbortSignal | null | undefined,
  send: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await send();
    } catch (error) {
      const cause = (error as Error).cause as { readonly code?: string } | undefined;
      if (tries === maxTries || signal?.aborted === true || !stale.has(cause?.code ?? '')) throw error;
    }
}
