import type { IncomingMessage } from 'node:http';
import { ByteCollector } from '../../../kernel/byte-collector.js';
import { Problem } from '../../../kernel/problems/problem.js';
import { hasBody } from '../answers/early-answer.js';

/** The largest body, and the variable that says so. */
export interface BodyLimit {
  readonly variable: string;
  readonly maxBytes: number;
}

/** Is told of a body while it comes, and refuses it by throwing. */
export interface BodyWatcher {
  /** So many bytes will have come in all, as far as is known. */
  expect(bytes: number): void;
  add(piece: Buffer): void;
}

/** Reads a whole request body; `body-too-large` as soon as it is known to exceed the limit. */
export function readBytes(
  req: IncomingMessage,
  limit: BodyLimit,
  watchers: readonly BodyWatcher[],
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const expect = (bytes: number) => {
      if (bytes > limit.maxBytes) throw tooLarge(limit);
      for (const watcher of watchers) watcher.expect(bytes);
    };
    const expected = Number(req.headers['content-length'] ?? 0);
    expect(expected);
    const body = new ByteCollector(expected);
    const add = (chunk: Buffer) => {
      try {
        expect(body.length + chunk.length);
        for (const watcher of watchers) watcher.add(chunk);
        body.add(chunk);
      } catch (refusal) {
        req.off('data', add);
        body.take();
        reject(Problem.from(refusal));
      }
    };
    req.on('data', add);
    req.on('end', () => {
      resolve(body.take());
    });
    req.on('error', (cause) => {
      reject(
        new Problem('request-timeout', 'The request broke off before its body was complete.', { cause }),
      );
    });
  });
}

function tooLarge({ variable, maxBytes }: BodyLimit): Problem {
  return new Problem('body-too-large', `The body may have at most ${String(maxBytes)} bytes (${variable}).`, {
    members: { limit: variable },
  });
}

/** Throws `unsupported-media-type` unless the body, if there is one, says of itself that it is JSON and not compressed. */
export function requireJson(req: IncomingMessage): void {
  const { 'content-type': type, 'content-encoding': encoding } = req.headers;
  if (!hasBody(req)) return;
  if (!isJson(type)) throw new Problem('unsupported-media-type', 'Send `Content-Type: application/json`.');
  if (encoding !== undefined && encoding !== 'identity')
    throw new Problem('unsupported-media-type', 'Send the body without Content-Encoding.');
}

function isJson(type: string | undefined): boolean {
  if (type === 'application/json') return true;
  const essence = essenceOf(type);
  return (
    essence === 'application/json' ||
    (essence?.startsWith('application/') === true && essence.endsWith('+json'))
  );
}

export function isForm({ headers }: IncomingMessage): boolean {
  return essenceOf(headers['content-type']) === 'application/x-www-form-urlencoded';
}

/** The media type without its parameters (RFC 9110 §8.3.1). */
function essenceOf(type: string | undefined): string | undefined {
  return type?.split(';', 1)[0]?.trim().toLowerCase();
}
