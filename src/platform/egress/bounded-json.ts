import { request, type Dispatcher } from 'undici';
import { ByteCollector } from '../../kernel/byte-collector.js';
import {
  foreignJsonDepth,
  ForeignJsonTooLarge,
  parsingForeignJson,
} from '../../kernel/json/foreign/foreign-json.js';
import { inSlices } from '../../kernel/pacing/slices.js';
import { version } from '../../version.js';
import { EgressDenied } from './egress-policy.js';

const jsonLimits = { maxDepth: foreignJsonDepth, maxValues: 2_000_000 };

const headers = {
  // What is packed could become more than its bytes.
  'accept-encoding': 'identity',
  'user-agent': `gantry/${version}`,
};

/** Why nothing came of it, as the end of a sentence that begins with who was asked. */
export class FetchFailure extends Error {
  override readonly name = 'FetchFailure';
}

interface Bounds {
  /** For this one request. */
  readonly dispatcher: Dispatcher;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly accept?: string;
}

/** What stands at an address; `undefined` where there is nothing. No redirect is followed. Rejects with a `FetchFailure`. */
export async function boundedJson(
  address: URL,
  { dispatcher, timeoutMs, maxBytes, accept = 'application/json' }: Bounds,
): Promise<unknown> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const asking = { dispatcher, signal, headers: { ...headers, accept } };
    const { statusCode, headers: head, body } = await request(address, asking);
    // What is thrown away half-read says so as an error, which nobody waits for.
    body.on('error', () => undefined);
    const refuse = (what: string): never => {
      body.destroy();
      throw new FetchFailure(what);
    };
    if (statusCode === 404 || statusCode === 410) {
      body.destroy();
      return undefined;
    }
    if (statusCode >= 300 && statusCode < 400) refuse('answers with a redirect, which is not followed');
    if (statusCode !== 200) refuse(`answers with the status ${String(statusCode)}`);
    if ((head['content-encoding'] ?? 'identity') !== 'identity') refuse('answers with packed content');
    const bytes = new ByteCollector();
    for await (const piece of body) {
      bytes.add(piece as Buffer);
      if (bytes.length > maxBytes) refuse(`answers with more than ${String(maxBytes)} bytes`);
    }
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes.take());
    return await inSlices(parsingForeignJson(text, jsonLimits, (part) => JSON.parse(part) as unknown));
  } catch (error) {
    throw failureOf(error, signal.aborted);
  } finally {
    dispatcher.destroy().catch(() => undefined);
  }
}

function failureOf(error: unknown, isLate: boolean): FetchFailure {
  if (error instanceof FetchFailure) return error;
  const cause = (error as Error).cause;
  if (error instanceof EgressDenied || cause instanceof EgressDenied)
    return new FetchFailure('is where this gateway may not go', { cause: error });
  if (isLate) return new FetchFailure('does not answer in time', { cause: error });
  if (error instanceof ForeignJsonTooLarge)
    return new FetchFailure(`answers with JSON that ${error.message}`, { cause: error });
  if (error instanceof SyntaxError || error instanceof TypeError)
    return new FetchFailure('answers with something that is not JSON', { cause: error });
  return new FetchFailure('cannot be reached', { cause: error });
}
