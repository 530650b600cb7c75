import { ProxyAgent, request, type Dispatcher } from 'undici';
import { EgressDenied, type EgressPolicy } from '../../platform/egress/egress-policy.js';
import type { NpmSettings } from './npm-settings.js';

const maxRedirects = 5;

interface RegistryGet {
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** Gets documents and files of registries. Connections stay open until `close`. */
export class RegistryRequests {
  private readonly dispatchers = new Map<string, Dispatcher>();

  constructor(
    private readonly settings: NpmSettings,
    private readonly egress: EgressPolicy,
    private readonly connectTimeoutMs: number,
  ) {}

  /**
   * What is at an address of a registry. A redirect to another origin is followed only to the internet (EGRESS_ALLOW applies), and without
   * credentials. Rejects with `EgressDenied` where it leads elsewhere, and with the error of the request.
   */
  async get(url: URL, { headers, signal }: RegistryGet): Promise<Dispatcher.ResponseData> {
    let at = url;
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const isOwn = at.origin === url.origin;
      const response = await request(at, {
        dispatcher: await this.dispatcherFor(at, isOwn ? 'operator' : 'tenant'),
        headers: isOwn ? headers : withoutToken(headers),
        signal,
      });
      const { location } = response.headers;
      const isRedirect = response.statusCode >= 300 && response.statusCode < 400;
      if (!isRedirect || typeof location !== 'string') return response;
      response.body.on('error', () => undefined).destroy();
      at = new URL(location, at);
      if (at.username !== '' || at.password !== '' || !/^https?:$/.test(at.protocol))
        throw new EgressDenied();
    }
    throw new EgressDenied();
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.dispatchers.values()].map((dispatcher) => dispatcher.destroy()));
  }

  private async dispatcherFor(url: URL, trust: 'operator' | 'tenant'): Promise<Dispatcher> {
    const proxy = this.settings.proxyFor(url);
    // The proxy looks up the name, and would go to whatever address it finds.
    if (proxy !== undefined && trust === 'tenant') await this.egress.check(url, trust);
    const key = `${trust} ${url.origin}`;
    const known = this.dispatchers.get(key);
    if (known !== undefined) return known;
    const { ca, rejectUnauthorized } = this.settings.tls;
    const tls = { rejectUnauthorized, ...(ca === undefined ? {} : { ca: [...ca] }) };
    const dispatcher =
      proxy === undefined
        ? this.egress.dispatcherFor(url, trust, this.connectTimeoutMs, tls)
        : new ProxyAgent({ uri: proxy, requestTls: tls, proxyTls: tls });
    this.dispatchers.set(key, dispatcher);
    return dispatcher;
  }
}

function withoutToken(headers: RegistryGet['headers']): RegistryGet['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'authorization'));
}
