import { request, type Dispatcher } from 'undici';
import type { EgressPolicy } from '../../../platform/egress/egress-policy.js';
import { version } from '../../../version.js';
import { AuditSink, SinkFailure } from './audit-sink.port.js';

/** An answer says nothing but its status: so much of it is read to use the connection again. */
const farewell = { limit: 65_536, ms: 1000 };

export interface HttpSinkTerms {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** NDJSON by POST. Anything but a 2xx is a failure; no redirect is followed. */
export class HttpAuditSink extends AuditSink {
  readonly name: string;
  private readonly dispatcher: Dispatcher;

  constructor(
    private readonly terms: HttpSinkTerms,
    egress: EgressPolicy,
  ) {
    super();
    const { url, timeoutMs } = terms;
    this.name = `${url.origin}${url.pathname}`;
    this.dispatcher = egress.dispatcherFor(url, 'operator', timeoutMs);
  }

  async take(lines: readonly string[], given: AbortSignal): Promise<void> {
    const { url, headers, timeoutMs } = this.terms;
    const { statusCode, body } = await request(url, {
      method: 'POST',
      dispatcher: this.dispatcher,
      signal: AbortSignal.any([given, AbortSignal.timeout(timeoutMs)]),
      headers: { 'user-agent': `gantry/${version}`, ...headers, 'content-type': 'application/x-ndjson' },
      body: lines.join(''),
    });
    body.on('error', () => undefined);
    const signal = AbortSignal.timeout(farewell.ms);
    await body.dump({ limit: farewell.limit, signal }).catch(() => body.destroy());
    if (statusCode >= 300 && statusCode < 400)
      throw new SinkFailure(`it answered with a redirect (${String(statusCode)}), which is not followed`);
    if (statusCode < 200 || statusCode >= 300) throw new SinkFailure(`it answered ${String(statusCode)}`);
  }

  async close(): Promise<void> {
    await this.dispatcher.destroy();
  }
}
