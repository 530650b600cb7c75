import { ArgumentFault } from './argument-fault.js';

/** The bytes of a file, and what they are said to be. */
export interface FileValue {
  readonly bytes: Buffer;
  readonly contentType?: string | undefined;
  readonly name?: string | undefined;
}

const base64 = /^[A-Za-z0-9+/_-]*={0,2}$/;
const address = /^data:([\w.+-]+\/[\w.+-]+)?(?:;name=([^;,]{1,255}))?;base64,/i;

/** Reads base64, or a `data:` address (RFC 2397), which may give a type and a name. Throws `ArgumentFault`. */
export function fileValue(argument: string, value: unknown): FileValue {
  const fault = new ArgumentFault(`The argument "${argument}" is a file: it must be base64.`);
  if (typeof value !== 'string') throw fault;
  const [head = '', contentType, name] = address.exec(value.slice(0, 1000)) ?? [];
  const text = value.slice(head.length).replace(/\s+/g, '');
  if (!base64.test(text)) throw fault;
  return {
    bytes: Buffer.from(text, 'base64'),
    contentType,
    name: name === undefined ? undefined : decoded(name),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
