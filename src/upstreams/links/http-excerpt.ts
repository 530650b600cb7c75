import { shownLine } from '../../kernel/text/shown-line.js';
import { redactText } from '../../platform/logging/redact.js';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Bytes of a body that are looked at, and characters of it that are shown. */
const [readBytes, shownCharacters] = [4096, 300];

/** The media type of an answer, without parameters. */
function mediaType(headers: Headers): string | undefined {
  const [type = ''] = String(headers['content-type'] ?? '').split(';', 1);
  return shownLine(type.toLowerCase(), 60);
}

/**
 * What an HTTP answer that is not MCP says of itself, for the person who looks for the cause: `(text/html): Sign in`. The beginning of its text,
 * without markup and without what looks like a credential.
 */
export function excerptOf(headers: Headers, body: Buffer): string {
  const type = mediaType(headers);
  const isText = type === undefined || /^text\/|[/+](?:json|xml)$/.test(type);
  const text = isText ? body.toString('utf8', 0, readBytes) : '';
  const words = /html|xml/.test(type ?? '') || /^\s*</.test(text) ? withoutMarkup(text) : text;
  const line = shownLine(redactText(words), shownCharacters);
  return `${type === undefined ? '' : ` (${type})`}${line === undefined ? '' : `: ${line}`}`;
}

function withoutMarkup(text: string): string {
  return text.replaceAll(/<(script|style)\b[^]*?(?:<\/\1\s*>|$)/gi, ' ').replaceAll(/<[^>]*(?:>|$)/g, ' ');
}

/** Where a redirect leads, without a query, which may be a secret. */
export function redirectTarget({ location }: Headers): string | undefined {
  if (typeof location !== 'string') return undefined;
  const [address = ''] = location.split(/[?#]/, 1);
  return shownLine(address.replace(/\/\/[^/@]*@/, '//'), shownCharacters);
}
