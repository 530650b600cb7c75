import { createHash } from 'node:crypto';

const maxLength = 64;
const separator = '__';
const plainForm = /^[A-Za-z0-9_-]+$/;
/** A digit, then nine of Crockford's base32: hardly a tool of anybody's ends like this. */
const hashForm = /_\d[\da-hjkmnp-tv-z]{9}$/;
const hashAlphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const hashLength = 10;
/** Leaves room for a readable piece of the tool's name beside the longest server name. */
const maxServerPart = 32;

/**
 * The name under which an app's callers know a tool (or prompt) of one of its servers: `server__tool`, at most 64 characters of
 * `[A-Za-z0-9_-]`, which OpenAI (`^[a-zA-Z0-9_-]{1,64}$`) and Anthropic (`^[a-zA-Z0-9_-]{1,128}$`) both take.
 *
 * It follows from the two names alone, so it does not depend on what other tools there are. Two tools never share one: a server's name
 * holds no underscore, so the first one ends it; and whatever does not fit is cut and ends in a hash of both names, in a form that
 * makes a name which happens to have it get a hash as well.
 */
export function exposedName(server: string, tool: string): string {
  const plain = `${server}${separator}${tool}`;
  if (plain.length <= maxLength && plainForm.test(plain) && tool !== '' && !hashForm.test(plain))
    return plain;
  const readable = `${server.slice(0, maxServerPart)}${separator}${tool.replaceAll(/[^A-Za-z0-9_-]/g, '_')}`;
  return `${readable.slice(0, maxLength - hashLength - 1)}_${hashOf(server, tool)}`;
}

/** What an exposed name says by itself. Of a hashed one only where the server's name begins is known. */
export type ReadName =
  | { readonly kind: 'plain'; readonly server: string; readonly tool: string }
  | { readonly kind: 'hashed'; readonly serverStart: string };

/** Reads an exposed name back; `undefined` when no tool can have it. */
export function readExposedName(name: string): ReadName | undefined {
  const end = name.indexOf(separator);
  if (end <= 0 || name.length > maxLength) return undefined;
  const server = name.slice(0, end);
  if (hashForm.test(name)) return { kind: 'hashed', serverStart: server };
  const tool = name.slice(end + separator.length);
  return tool !== '' && plainForm.test(name) ? { kind: 'plain', server, tool } : undefined;
}

/** Whether a server of this name can have tools whose hashed names begin with `serverStart`. */
export function mayBegin(server: string, serverStart: string): boolean {
  return server.slice(0, maxServerPart) === serverStart;
}

function hashOf(server: string, tool: string): string {
  const bytes = createHash('sha256').update(`${server}\0${tool}`).digest();
  let text = String((bytes[0] as number) % 10);
  for (const byte of bytes.subarray(1, hashLength)) text += hashAlphabet[byte & 31] as string;
  return text;
}
