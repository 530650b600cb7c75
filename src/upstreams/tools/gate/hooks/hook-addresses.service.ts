import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { request, type Dispatcher } from 'undici';
import { ByteCollector } from '../../../../kernel/byte-collector.js';
import { parseJson, printJson } from '../../../../kernel/json/exact-number.js';
import type { JsonObject } from '../../../../kernel/json/json.js';
import { Clock } from '../../../../kernel/pacing/clock.js';
import { Config } from '../../../../platform/config/config.js';
import { EgressPolicy, type EgressTrust } from '../../../../platform/egress/egress-policy.js';
import { version } from '../../../../version.js';
import { HookFailure } from './hook-decision.js';
import { signatureOf } from './hook-question.js';

/** Where a hook is asked, and how long it may take. */
export interface AskedAddress {
  readonly url: string;
  /** Who wrote the address. */
  readonly trust: EgressTrust;
  readonly secret: string | undefined;
  readonly signal: AbortSignal;
}

const maxOrigins = 1000;

/** Asks hooks over HTTP: where the egress policy lets it, and never where a redirect points. */
@Injectable()
export class HookAddresses implements OnApplicationShutdown {
  private readonly dispatchers = new LRUCache<string, Dispatcher>({
    max: maxOrigins,
    dispose: (dispatcher) => void dispatcher.close().catch(() => undefined),
  });

  constructor(
    private readonly egress: EgressPolicy,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  onApplicationShutdown(): void {
    for (const dispatcher of this.dispatchers.values()) dispatcher.destroy().catch(() => undefined);
  }

  /** The JSON of the answer, which is a 200. Throws whatever stands against it. */
  async ask({ url, trust, secret, signal }: AskedAddress, question: JsonObject): Promise<unknown> {
    const body = printJson(question);
    const answer = await request(url, {
      dispatcher: this.dispatcherFor(new URL(url), trust),
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': `gantry/${version}`,
        ...(secret === undefined
          ? {}
          : { 'x-gantry-signature': signatureOf(body, secret, this.clock.now()) }),
      },
      body,
      signal,
    });
    const text = await this.textOf(answer.body);
    if (answer.statusCode !== 200) throw new HookFailure(`answered with HTTP ${String(answer.statusCode)}`);
    return parseJson(text);
  }

  private async textOf(body: Dispatcher.ResponseData['body']): Promise<string> {
    const { MAX_RESULT_BYTES } = this.config.values;
    // What is thrown away half-read says so as an error, which nobody waits for.
    body.on('error', () => undefined);
    const bytes = new ByteCollector();
    for await (const piece of body) {
      bytes.add(piece as Buffer);
      if (bytes.length <= MAX_RESULT_BYTES) continue;
      body.destroy();
      throw new HookFailure(`answered with more than ${String(MAX_RESULT_BYTES)} bytes`);
    }
    return bytes.take().toString('utf8');
  }

  private dispatcherFor(url: URL, trust: EgressTrust): Dispatcher {
    const key = `${trust} ${url.origin}`;
    let dispatcher = this.dispatchers.get(key);
    if (dispatcher === undefined) {
      dispatcher = this.egress.dispatcherFor(url, trust, this.config.values.CONNECT_TIMEOUT_MS);
      this.dispatchers.set(key, dispatcher);
    }
    return dispatcher;
  }
}
