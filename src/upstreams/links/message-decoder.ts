import { isUtf8 } from 'node:buffer';
import { isJsonObject, memberBytes, memberStart } from '../../kernel/json.js';
import { isResponse, isRpcMessage, type RpcMessage, type RpcResponse } from './json-rpc.js';
import { LinkFailure } from './link-failure.js';

/** A message, and for a response the bytes of its result, which are forwarded as they came instead of being serialised anew. */
export interface DecodedMessage {
  readonly message: RpcMessage;
  readonly resultBytes?: Buffer | undefined;
}

/** From this size on a result is checked, but taken apart only if somebody looks into it. */
const largeBytes = 65_536;

/** The messages in a body or line; a batch (2025-03-26) yields several. Throws `bad-answer`. */
export function decodeMessages(bytes: Buffer): readonly DecodedMessage[] {
  if (!isUtf8(bytes)) throw new LinkFailure('bad-answer', 'the server sent what is not UTF-8');
  const large = bytes.length < largeBytes ? undefined : decodeLarge(bytes);
  if (large !== undefined) return [large];
  const value = parse(bytes.toString('utf8'));
  if (Array.isArray(value)) return value.map((message: unknown) => ({ message: requireMessage(message) }));
  const message = requireMessage(value);
  return [{ message, resultBytes: isResponse(message) ? memberBytes(bytes, 'result') : undefined }];
}

/**
 * A large response whose result is its last member, as it usually is. Structure is checked on the bytes read as characters, which is
 * three times as fast as decoding them: all bytes beyond ASCII stand inside strings, whatever they mean there.
 */
function decodeLarge(bytes: Buffer): DecodedMessage | undefined {
  const start = memberStart(bytes, 'result');
  const end = bytes.lastIndexOf(0x7d);
  if (start === undefined) return undefined;
  try {
    const envelope: unknown = JSON.parse(`${bytes.toString('utf8', 0, start)}null}`);
    const isWhole = bytes.toString('latin1', end + 1).trim() === '';
    if (
      !isWhole ||
      !isJsonObject(envelope) ||
      !isJsonObject(JSON.parse(bytes.toString('latin1', start, end)))
    )
      return undefined;
    const resultBytes = bytes.subarray(start, end);
    return { message: new LargeResponse(envelope['id'] as string | number | null, resultBytes), resultBytes };
  } catch {
    return undefined;
  }
}

class LargeResponse implements RpcResponse {
  readonly jsonrpc = '2.0';

  constructor(
    readonly id: string | number | null,
    private readonly bytes: Buffer,
  ) {}

  get result(): NonNullable<RpcResponse['result']> {
    return JSON.parse(this.bytes.toString('utf8')) as NonNullable<RpcResponse['result']>;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new LinkFailure('bad-answer', 'the server sent what is not JSON', { cause });
  }
}

function requireMessage(value: unknown): RpcMessage {
  if (isRpcMessage(value)) return value;
  throw new LinkFailure('bad-answer', 'the server sent what is not a JSON-RPC message');
}
