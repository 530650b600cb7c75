import { Injectable } from '@nestjs/common';
import { request } from 'undici';
import { EgressPolicy, type EgressTrust } from '../../../platform/egress/egress-policy.js';
import { version } from '../../../version.js';

const timeoutMs = 10_000;

/** Sends notices by POST: only to where the egress policy lets them, and never where a redirect points. */
@Injectable()
export class NoticePost {
  constructor(private readonly egress: EgressPolicy) {}

  /** Rejects unless the answer is a 2xx. */
  async send(url: string, body: object, trust: EgressTrust): Promise<void> {
    const address = new URL(url);
    const dispatcher = this.egress.dispatcherFor(address, trust, timeoutMs);
    try {
      const answer = await request(address, {
        ...{ dispatcher, method: 'POST', body: JSON.stringify(body) },
        headers: { 'content-type': 'application/json', 'user-agent': `gantry/${version}` },
        signal: AbortSignal.timeout(timeoutMs),
      });
      answer.body.on('error', () => undefined).destroy();
      if (answer.statusCode < 200 || answer.statusCode > 299)
        throw new Error(`the address answered ${String(answer.statusCode)}`);
    } finally {
      dispatcher.destroy().catch(() => undefined);
    }
  }
}
