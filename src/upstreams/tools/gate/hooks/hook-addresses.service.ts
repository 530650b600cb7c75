import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { request, type Dispatcher } from 'undici';
import { ByteCollector } from '../../../../kernel/byte-collector.js';
import type { JsonObject } from '../../../../kernel/json/json.js';
import { inSlices } from '../../../../kernel/pacing/slices.js';
import { Clock } from '../../../../kernel/pacing/clock.js';
import { Config } from '../../../../platform/config/config.js';
import { EgressPolicy, type EgressTrust } from '../../../../platform/egress/egress-policy.js';
import { AccountUsage } from '../../../../platform/usage/account-usage.service.js';
import { version } from '../../../../version.js';
import { AnswerRoom } from '../../../../platform/usage/answer-room.js';
import { maxAnswerBytes, readAnswer, tooLarge } from './hook-answer-limits.js';
import { HookFailure } from './hook-decision.js';
import { printingQuestion, signatureOf } from './hook-question.js';

/** Where a hook is asked, and how long it may take. */
export interface AskedAddress {
  readonly url: string;
  /** Who wrote the address. */
  readonly trust: EgressTrust;
  readonly secret: string | undefined;
  readonly signal: AbortSignal;
  /** Whose call it is asked about: what it answers counts there while it is read. */
  readonly accountId: string;
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
    private readonly usage: AccountUsage,
  ) {}

  onApplicationShutdown(): void {
    for (const dispatcher of this.dispatchers.values()) dispatcher.destroy().catch(() => undefined);
  }

  /** The JSON of the answer, which is a 200. Throws whatever stands against it. */
  async ask({ url, trust, secret, signal, accountId }: AskedAddress, question: JsonObject): Promise<unknown> {
    const { MAX_JSON_DEPTH, MAX_RESULT_ELEMENTS } = this.config.values;
    const body = await inSlices(printingQuestion(question, MAX_JSON_DEPTH));
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
    const room = new AnswerRoom((bytes) => this.usage.hold('answerBytes', accountId, bytes));
    try {
      const text = await textOf(answer.body, room, maxAnswerBytes(Buffer.byteLength(body)));
      if (answer.statusCode !== 200) throw new HookFailure(`answered with HTTP ${String(answer.statusCode)}`);
      return await readAnswer(text, MAX_RESULT_ELEMENTS);
    } finally {
      room.leave();
    }
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

async function textOf(
  body: Dispatcher.ResponseData['body'],
  room: AnswerRoom,
  maxBytes: number,
): Promise<string> {
  // What is thrown away half-read says so as an error, which nobody waits for.
  body.on('error', () => undefined);
  const bytes = new ByteCollector();
  try {
    for await (const piece of body) {
      bytes.add(piece as Buffer);
      if (bytes.length > maxBytes) throw tooLarge(maxBytes);
      room.set(bytes.length);
    }
  } catch (error) {
    body.destroy();
    throw error;
  }
  return bytes.take().toString('utf8');
}
