import { memberBytes } from './json/json.js';

const [opening, closing] = [0x7b, 0x7d];

/**
 * A JSON-RPC message with `traceparent` in its `params._meta` (MCP, SEP-414) and all else byte by byte: digits, order and spacing stay as
 * they came. What is no single message with an object where one belongs stays as it is.
 */
export function withTraceparent(message: Buffer, traceparent: string): Buffer {
  const trace = `"traceparent":"${traceparent}"`;
  const params = memberBytes(message, 'params');
  if (params === undefined) return insert(message, message, `"params":{"_meta":{${trace}}}`);
  const meta = memberBytes(params, '_meta');
  if (meta === undefined) return insert(message, params, `"_meta":{${trace}}`);
  const given = memberBytes(meta, 'traceparent');
  return given === undefined ? insert(message, meta, trace) : replace(message, given, `"${traceparent}"`);
}

/** Puts a member at the beginning of `object`, a part of `whole`. */
function insert(whole: Buffer, object: Buffer, member: string): Buffer {
  const start = firstToken(object, 0);
  if (object[start] !== opening) return whole;
  const isEmpty = object[firstToken(object, start + 1)] === closing;
  const place = object.subarray(start + 1, start + 1);
  return replace(whole, place, isEmpty ? member : `${member},`);
}

function replace(whole: Buffer, part: Buffer, text: string): Buffer {
  const at = part.byteOffset - whole.byteOffset;
  return Buffer.concat([whole.subarray(0, at), Buffer.from(text), whole.subarray(at + part.length)]);
}

/** Where the first byte from `from` on stands that is no white space of JSON. */
function firstToken(json: Buffer, from: number): number {
  let at = from;
  while (at < json.length && (json[at] as number) <= 0x20) at++;
  return at;
}
