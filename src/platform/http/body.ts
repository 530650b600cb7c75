import type { IncomingMessage } from 'node:http';
import { ByteCollector } from '../../kernel/byte-collector.js';
import { parseJsonBody, type BodyNumbers } from '../../kernel/json.js';
import { Problem } from '../../kernel/problem.js';
import { hasBody } from './early-answer.js';

/** Reads a whole request body; `body-too-large` as soon as it is known to exceed `maxBytes`. */
function readBody(req: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const tooLarge = () =>
      new Problem('body-too-large', `The body may have at most ${String(maxBytes)} bytes.`);
    const expected = Number(req.headers['content-length'] ?? 0);
    if (expected > maxBytes) {
      reject(tooLarge());
      return;
    }
    const body = new ByteCollector(expected);
    const add = (chunk: Buffer) => {
      if (body.length + chunk.length <= maxBytes) {
        body.add(chunk);
        return;
      }
      req.off('data', add);
      body.take();
      reject(tooLarge());
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

export interface BodyLimits {
  readonly maxBytes: number;
  readonly maxDepth: number;
  readonly numbers?: BodyNumbers;
}

/** Reads a JSON body; an empty one is `undefined`. Throws `unsupported-media-type`, `malformed-json`, `json-too-deep`, `body-too-large`. */
export async function readJson(req: IncomingMessage, limits: BodyLimits): Promise<unknown> {
  requireMediaType(req, isJson);
  const body = await readBody(req, limits.maxBytes);
  return body.length === 0 ? undefined : parseJsonBody(body, limits.maxDepth, limits.numbers);
}

/** Reads the bytes of a body that says of itself that it is JSON. Throws `unsupported-media-type`, `body-too-large`. */
export function readJsonBytes(req: IncomingMessage, maxBytes: number): Promise<Buffer> {
  requireMediaType(req, isJson);
  return readBody(req, maxBytes);
}

/** Reads a JSON or form body, whichever the caller sent; the members of a form are strings. */
export async function readJsonOrForm(req: IncomingMessage, limits: BodyLimits): Promise<unknown> {
  if (!isForm(req.headers['content-type'])) return readJson(req, limits);
  const form = new URLSearchParams((await readBody(req, limits.maxBytes)).toString('utf8'));
  const members: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of form) {
    if (name in members)
      throw new Problem('invalid-request', undefined, {
        errors: [{ pointer: `/${name}`, detail: 'must not be repeated' }],
      });
    members[name] = value;
  }
  return { ...members };
}

function requireMediaType(req: IncomingMessage, accepts: (type: string | undefined) => boolean): void {
  const { 'content-type': type, 'content-encoding': encoding } = req.headers;
  if (!hasBody(req)) return;
  if (!accepts(type)) throw new Problem('unsupported-media-type', 'Send `Content-Type: application/json`.');
  if (encoding !== undefined && encoding !== 'identity')
    throw new Problem('unsupported-media-type', 'Send the body without Content-Encoding.');
}

function isJson(type: string | undefined): boolean {
  if (type === 'application/json') return true;
  const essence = type?.split(';', 1)[0]?.trim().toLowerCase();
  return (
    essence === 'application/json' ||
    (essence?.startsWith('application/') === true && essence.endsWith('+json'))
  );
}

function isForm(type: string | undefined): boolean {
  return type?.split(';', 1)[0]?.trim().toLowerCase() === 'application/x-www-form-urlencoded';
}
