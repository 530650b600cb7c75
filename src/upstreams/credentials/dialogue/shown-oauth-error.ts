import { shownLine } from '../../../kernel/text/shown-line.js';
import { redactText } from '../../../platform/logging/redact.js';

/** A word of 24 characters and more with a digit and a letter. */
const tokenLike = /(?=[\w.~+/=-]*\d)(?=[\w.~+/=-]*[A-Za-z])[\w.~+/=-]{24,}/g;

/** Code and description of an OAuth error (RFC 6749 §4.1.2.1, §5.2) for people and the log, without what looks like a token. */
export function shownOAuthError(code: string, description: string | undefined): string {
  const words = shownLine(
    redactText((description ?? '').slice(0, 2000).replaceAll(tokenLike, '[redacted]')),
    300,
  );
  const isMore = words !== undefined && words !== code;
  return `${JSON.stringify(code.slice(0, 60))}${isMore ? `: ${words}` : ''}`;
}
